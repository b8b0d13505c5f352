import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";

/** The record type that a field's names stand for; undefined for fields that hold no names. */
export function targetOf(field: Field): RecordType | "user" | undefined {
  if (field.kind === "tags") return "tag";
  return field.kind === "relation" || field.kind === "links" ? field.to : undefined;
}

/** Whether a record of this type needs nothing but its name. */
export function isCreatableByName(type: RecordType | "user"): boolean {
  if (type === "user") return false;
  const { fields, titleField } = declarationOf(type);
  return Object.entries(fields).every(
    ([name, field]) =>
      name === titleField ||
      !field.required ||
      field.auto ||
      field.readOnly ||
      field.kind === "flag" ||
      (field.kind === "choice" && field.initial !== undefined),
  );
}

/** The fields whose unknown names can become new records. */
export function creatableRelations(fields: readonly [string, Field][]): string[] {
  return fields.flatMap(([name, field]) => {
    const target = targetOf(field);
    return target && isCreatableByName(target) ? [name] : [];
  });
}
