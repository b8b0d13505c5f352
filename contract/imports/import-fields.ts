import { declarationOf } from "../records/declarations.ts";
import type { Field } from "../records/fields.ts";
import type { RecordType } from "../records/record-types.ts";
import { hasAbility, type Role } from "../roles.ts";

/** What a file says of a device's whereabouts: who has it, since when and until when. Such a row hands it out. */
export const checkoutFields = ["assignedTo", "assignedAt", "expectedReturnAt"] as const;
export type CheckoutField = (typeof checkoutFields)[number];

/** Whether a field is not written itself, but says whom the device of a row goes to. */
export function isCheckoutField(type: RecordType, name: string): name is CheckoutField {
  return type === "device" && checkoutFields.some((known) => known === name);
}

/** The fields that a role may import into, by name. */
export function importableFields(role: Role, type: RecordType): [string, Field][] {
  return Object.entries(declarationOf(type).fields).filter(
    ([name, { readOnly, ability }]) =>
      (!readOnly || isCheckoutField(type, name)) && (ability === undefined || hasAbility(role, ability)),
  );
}

/** Whether several columns of a file may fill one field together. */
export const takesSeveral = ({ kind }: Field) => ["markdown", "texts", "tags", "links", "choices"].includes(kind);

/** The record type that a field's names stand for; undefined for fields that hold no names. */
export function targetOf(field: Field): RecordType | "user" | undefined {
  if (field.kind === "tags") return "tag";
  return field.kind === "relation" || field.kind === "links" ? field.to : undefined;
}

/** Records that cannot be without another one whose name their own begins with: „Registrar, Konto“. */
export const namedWithParent: Partial<Record<RecordType, string>> = { registrarAccount: "registrarId" };

/** Whether a record of this type needs nothing but its name. */
export function isCreatableByName(type: RecordType | "user"): boolean {
  if (type === "user") return false;
  const { fields, titleField } = declarationOf(type);
  return Object.entries(fields).every(
    ([name, field]) =>
      name === titleField ||
      name === namedWithParent[type] ||
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
