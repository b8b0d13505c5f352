import type { Declaration } from "../../../contract/records/declaration.ts";
import type { Field } from "../../../contract/records/fields.ts";
import { hasAbility, type Role } from "../../../contract/roles.ts";

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

/** What a form shows at once, and what can be opened. */
interface DividedForm {
  first: string[];
  more: FormPart[];
}

const worthHiding = 4;

/**
 * Divides a form for something new: what is needed and what lists show comes at once, everything else can be opened.
 */
export function shortForm({ fields, list }: Declaration, parts: readonly FormPart[]): DividedForm {
  const all = namesOf(parts);
  const isFirst = (name: string) =>
    parts[0]?.names.includes(name) || fields[name]?.required === true || list.columns.includes(name);
  const first = all.filter(isFirst);
  if (all.length - first.length < worthHiding) return { first: all, more: [] };
  return { first, more: without(parts, first) };
}

/** A form for what is there already: its first section at once, every other with a heading of its own. */
export function wholeForm(parts: readonly FormPart[]): DividedForm {
  const [first, ...more] = parts;
  return { first: first?.names ?? [], more };
}

const fitsDialog = 8;

/** Divides a form in a dialog: its first part at once, or only what is required where brevity is wanted. */
export function dialogForm(declaration: Declaration, parts: readonly FormPart[], isBrief: boolean): DividedForm {
  const all = namesOf(parts);
  const required = requiredNames(declaration, all);
  if (all.length <= (isBrief ? required.length : fitsDialog)) return { first: all, more: [] };
  const first = isBrief ? required : all.filter((name) => required.includes(name) || parts[0]?.names.includes(name));
  return { first, more: without(parts, first) };
}

/** What has to be entered before a record can be created, and its name. */
function requiredNames({ fields, titleField }: Declaration, names: readonly string[]): string[] {
  return names.filter((name) => name === titleField || (fields[name]?.required && !hasInitial(fields[name])));
}

function without(parts: readonly FormPart[], taken: readonly string[]): FormPart[] {
  return parts
    .map((part) => ({ ...part, names: part.names.filter((name) => !taken.includes(name)) }))
    .filter(({ names }) => names.length > 0);
}

function hasInitial(field: Field | undefined): boolean {
  return (field?.kind === "choice" && field.initial !== undefined) || field?.kind === "flag";
}
