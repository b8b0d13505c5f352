import type { FieldHint } from "../../records/record-mark.tsx";
import { SimilarCustomers } from "./similar-customers.tsx";

/** Who is known already of a customer that is about to be created. */
export const customerHint: FieldHint = (name, { values, stored }) =>
  name === "name" && !stored && <SimilarCustomers typed={typedCustomer(values)} />;

function typedCustomer(values: Readonly<Record<string, unknown>>) {
  const textOf = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  return { name: textOf("name"), email: textOf("email"), website: textOf("website"), vatId: textOf("vatId") };
}
