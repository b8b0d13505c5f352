import type { Field } from "../../contract/records/fields.ts";

export type JsonSchema = Record<string, unknown>;

const ref = {
  type: "object",
  properties: { id: { type: "string" }, label: { type: "string" } },
  required: ["id", "label"],
};

const formats: Partial<Record<string, string>> = { url: "uri", email: "email", hostname: "hostname" };

/** What a field takes when it is written; null empties it. */
export function inputSchema(field: Field): JsonSchema {
  const { label } = field;
  switch (field.kind) {
    case "text":
    case "markdown":
      return { ...textSchema(field), type: ["string", "null"], description: label };
    case "texts":
      return { type: "array", items: { ...textSchema(field), type: "string" }, description: label };
    case "choice":
      return { enum: [...Object.keys(field.options), null], description: choiceText(label, field.options) };
    case "choices":
      return {
        type: "array",
        items: { enum: Object.keys(field.options) },
        description: choiceText(label, field.options),
      };
    case "date":
      return { type: ["string", "null"], format: "date", description: label };
    case "instant":
      return { type: ["string", "null"], format: "date-time", description: label };
    case "integer":
      return {
        type: ["integer", "null"],
        minimum: field.min,
        maximum: field.max,
        description: field.hundredths ? `${label}, in Hundertsteln von 1 ${field.unit}` : label,
      };
    case "money":
      return { type: ["integer", "null"], minimum: 0, description: `${label}, in Cent` };
    case "flag":
      return { type: "boolean", description: label };
    case "relation":
      return { type: ["string", "null"], description: `${label}: die id (${field.to})` };
    case "tags":
      return { type: "array", items: { type: "string" }, description: `${label}: die ids` };
    case "links":
      return {
        type: "array",
        items: {
          type: "object",
          properties: { id: { type: "string" }, role: { enum: Object.keys(field.roles) } },
          required: ["id", "role"],
        },
        description: label,
      };
    case "machine":
      return { type: "null", description: label };
  }
}

/** What a field holds when it is read. */
export function outputSchema(field: Field): JsonSchema {
  const { label: description } = field;
  if (field.kind === "relation") return { anyOf: [ref, { type: "null" }], description };
  if (field.kind === "links")
    return {
      type: "array",
      items: { ...ref, properties: { ...ref.properties, role: { enum: Object.keys(field.roles) } } },
      description,
    };
  if (field.kind === "tags") {
    const text = { type: "string" };
    const properties = { id: text, name: text, color: { type: ["string", "null"] } };
    return { type: "array", items: { type: "object", properties }, description };
  }
  return inputSchema(field);
}

function textSchema(field: { max: number; format?: string }): JsonSchema {
  const format = field.format && formats[field.format];
  return { maxLength: field.max, ...(format && { format }) };
}

const choiceText = (label: string, options: Record<string, string>) =>
  `${label}: ${Object.entries(options)
    .map(([value, label]) => `${value} = ${label}`)
    .join(", ")}`;

/** A page of a list with how many there are in all. */
export const pageOf = (row: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { data: { type: "array", items: row }, totalItems: { type: "integer" }, totalPages: { type: "integer" } },
});
