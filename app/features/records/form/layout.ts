import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import { hasAbility, type Role } from "../../../../contract/roles.ts";

export interface FormPart {
  title: string;
  names: string[];
}

/** Whether a person enters this field in a form. */
function isEntered(field: Field | undefined, role: Role): boolean {
  return field !== undefined && !field.readOnly && (field.ability === undefined || hasAbility(role, field.ability));
}

/** Every field that a person of this role may enter, in the sections of the declaration; empty ones are left out. */
export function formParts({ fields, sections }: Declaration, role: Role): FormPart[] {
  return sections
    .map(({ title, fields: names }) => ({ title, names: names.filter((name) => isEntered(fields[name], role)) }))
    .filter(({ names }) => names.length > 0);
}

/** The names of all fields of some parts. */
export function namesOf(parts: readonly FormPart[]): string[] {
  return parts.flatMap(({ names }) => names);
}

/**
 * Divides a form for something new: what is needed and what lists show comes at once, everything else can be opened.
 * Without `more` the form is short anyway.
 */
export function shortForm(
  { fields, list }: Declaration,
  parts: readonly FormPart[],
): { first: string[]; more: FormPart[] } {
  const isFirst = (name: string, part: FormPart) =>
    part === parts[0] || fields[name]?.required === true || list.columns.includes(name);
  const more = parts
    .map((part) => ({ ...part, names: part.names.filter((name) => !isFirst(name, part)) }))
    .filter(({ names }) => names.length > 0);
  if (namesOf(more).length < 4) return { first: namesOf(parts), more: [] };
  return { first: parts.flatMap((part) => part.names.filter((name) => isFirst(name, part))), more };
}

/** What has to be entered before a record can be created, and its name. */
export function requiredNames({ fields, titleField }: Declaration, parts: readonly FormPart[]): string[] {
  return namesOf(parts).filter((name) => name === titleField || (fields[name]?.required && !hasInitial(fields[name])));
}

function hasInitial(field: Field | undefined): boolean {
  return (field?.kind === "choice" && field.initial !== undefined) || field?.kind === "flag";
}
