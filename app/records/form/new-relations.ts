import type { Ref } from "../../../contract/records/fields.ts";
import { idsOf } from "../../../contract/records/read-value.ts";
import { type MadeInForms, type NewRelation, newKeyPrefix } from "../../../contract/records/relations.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { newClientId } from "../../lib/new-client-id.ts";

/** A reference to a record that is made only when the form around it is saved. */
export interface NewRef extends Ref {
  /** Itself, after what it needs. */
  newRelations: NewRelation[];
}

export function newRef(
  type: MadeInForms,
  label: string,
  body: RecordBody,
  needed: readonly NewRelation[] = [],
): NewRef {
  const key = newKeyPrefix + newClientId();
  return { id: key, label, newRelations: [...needed, { key, type, body }] };
}

export const isNewRef = (ref: Ref | null | undefined): boolean => ref?.id.startsWith(newKeyPrefix) ?? false;

/** What has to be made for a body that was read from these values, each once and after what it needs. */
export function newRelationsOf(values: Readonly<Record<string, unknown>>, body: RecordBody): NewRelation[] {
  const named = new Set(Object.values(body).flatMap(idsOf));
  const made = new Map<string, NewRelation>();
  for (const ref of Object.values(values).flat())
    if (isMade(ref) && named.has(ref.id)) for (const relation of ref.newRelations) made.set(relation.key, relation);
  return [...made.values()];
}

const isMade = (ref: unknown): ref is NewRef =>
  typeof ref === "object" && ref !== null && "newRelations" in ref && Array.isArray(ref.newRelations);
