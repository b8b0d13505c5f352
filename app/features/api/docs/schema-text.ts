import type { Schema } from "./openapi.ts";

const typeLabels: Record<string, string> = {
  string: "Text",
  integer: "ganze Zahl",
  number: "Zahl",
  boolean: "ja/nein",
  object: "Objekt",
  array: "Liste",
};
const formatLabels: Record<string, string> = {
  date: "Datum JJJJ-MM-TT",
  "date-time": "Zeitpunkt (ISO 8601)",
  uri: "Adresse",
  email: "E-Mail",
  hostname: "Hostname",
};

/** What a value may be, in a few words: „Text, höchstens 120 Zeichen, oder null“. */
export function schemaText(schema: Schema): string {
  if (schema.anyOf) {
    const options = schema.anyOf.map(schemaText);
    return [...new Set(options)].join(" oder ");
  }
  if (schema.const !== undefined) return `immer ${JSON.stringify(schema.const)}`;
  if (schema.enum) return schema.enum.map((value) => (value === null ? "null" : String(value))).join(" | ");
  const types = [schema.type ?? []].flat();
  const kind = types.find((type) => type !== "null");
  if (!kind) return types.includes("null") ? "null" : "beliebig";
  const named = (schema.format && formatLabels[schema.format]) || typeLabels[kind] || kind;
  const of = kind === "array" && schema.items ? `Liste: ${schemaText(schema.items)}` : named;
  const shape = kind === "object" && schema.properties ? `{ ${Object.keys(schema.properties).join(", ")} }` : of;
  return [shape, ...limits(schema)].join(", ") + (types.includes("null") ? " oder null" : "");
}

function limits({ maxLength, minimum, maximum, default: initial }: Schema): string[] {
  return [
    ...(maxLength === undefined ? [] : [`höchstens ${maxLength} Zeichen`]),
    ...(minimum === undefined ? [] : [`ab ${minimum}`]),
    ...(maximum === undefined ? [] : [`bis ${maximum}`]),
    ...(initial === undefined ? [] : [`sonst ${String(initial)}`]),
  ];
}
