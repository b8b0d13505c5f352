import type { Field, Fields, LinkRef, Ref, TagRef } from "./fields.ts";

/** The field of that name; throws where the declaration has none. */
export function fieldNamed(fields: Fields, name: string): Field {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new Error(`there is no field ${name}`);
  return field;
}

/** The text that a value is; empty for everything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The texts of a list; empty for everything else. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** The record or person that a value refers to; null for everything else. */
export const refOf = (value: unknown): Ref | null => (isRef(value) ? value : null);

/** The linked records of a list; empty for everything else. */
export const linksOf = (value: unknown): LinkRef[] => (Array.isArray(value) ? value.filter(isLink) : []);

/** The tags of a list; empty for everything else. */
export const tagsOf = (value: unknown): TagRef[] => (Array.isArray(value) ? value.filter(isTag) : []);

/** The ids of what a value names: of ids themselves, of references, of links and of tags. */
export const idsOf = (value: unknown): string[] =>
  [value].flat().flatMap((item) => (typeof item === "string" ? [item] : hasId(item) ? [item.id] : []));

/** The links of a list as they are written, without their labels. */
export const roleLinksOf = (value: unknown): { id: string; role: string }[] =>
  Array.isArray(value) ? value.filter(isRoleLink).map(({ id, role }) => ({ id, role })) : [];

const hasId = (item: unknown): item is { id: string } =>
  typeof item === "object" && item !== null && "id" in item && typeof item.id === "string";
const isRoleLink = (item: unknown): item is { id: string; role: string } =>
  hasId(item) && "role" in item && typeof item.role === "string";
const isRef = (item: unknown): item is Ref => typeof item === "object" && item !== null && "label" in item;
const isLink = (item: unknown): item is LinkRef => isRef(item) && "role" in item;
const isTag = (item: unknown): item is TagRef => typeof item === "object" && item !== null && "name" in item;
