import type { Field, Output } from "../../../contract/records/fields.ts";

/** Whether nothing is stored. */
export function isEmptyValue(value: Output | undefined): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Whether an empty field asks to be filled; tags are a choice, and what the server sets nobody can enter. */
export function isMissing(field: Field, value: Output | undefined): boolean {
  return !field.readOnly && !field.auto && field.kind !== "tags" && field.kind !== "flag" && isEmptyValue(value);
}
