/** Why a customer is probably the one who is being entered; apart from the schemas, which no page without a form loads. */
export const similarityLabels = {
  vatId: "dieselbe USt-IdNr.",
  email: "dieselbe E-Mail",
  domain: "dieselbe Domain",
  name: "ähnlicher Name",
} as const;
export type Similarity = keyof typeof similarityLabels;
