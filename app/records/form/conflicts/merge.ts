import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field, LinkRef, Ref, TagRef } from "../../../../contract/records/fields.ts";
import type { RecordBody, RecordConflict } from "../../../../contract/records/rows.ts";
import { type FormValue, type FormValues, formValueOf, inputOf } from "../form-value.ts";

export type Side = "theirs" | "mine";

/** One field that somebody changed: what it was, what they made of it and what this person wants to save. */
export interface MergeRow {
  name: string;
  label: string;
  field: Field;
  before: FormValue;
  theirs: FormValue;
  mine: FormValue;
  /** Both changed it, and not to the same. */
  isOverlap: boolean;
  /** Which side is kept unless the person decides otherwise: who alone changed it, else what is about to be saved. */
  proposal: Side;
}

/** Two edits of one record: what another person saved, and the state of a form that wanted to save. */
export interface TwoEdits {
  declaration: Declaration;
  conflict: RecordConflict;
  /** What the form shows for what is stored. */
  initial: FormValues;
  values: FormValues;
  edited: readonly string[];
}

/** Lays two edits of one record side by side, in the order of the declaration. */
export function mergeRows({ declaration, conflict, initial, values, edited }: TwoEdits): MergeRow[] {
  const changes = new Map(conflict.fields.map((change) => [change.field, change]));
  return Object.entries(declaration.fields).flatMap(([name, field]): MergeRow[] => {
    const change = changes.get(name);
    const isMine = edited.includes(name);
    // What a form does not offer is theirs to change and nothing to decide.
    if ((!change && !isMine) || !(name in values)) return [];
    const before = change ? fromHistory(field, change.before) : (initial[name] ?? null);
    const theirs = change ? fromHistory(field, change.theirs) : before;
    const mine = isMine ? (values[name] ?? null) : before;
    const isSame = sameInput(field, theirs, mine);
    return [
      {
        name,
        label: field.label,
        field,
        before,
        theirs,
        mine,
        isOverlap: change !== undefined && isMine && !isSame,
        proposal: isMine ? "mine" : "theirs",
      },
    ];
  });
}

/** What has to be written so that the record holds the kept sides: nothing where theirs is kept, it is stored already. */
export function mergedBody(rows: readonly MergeRow[], kept: Record<string, Side>): RecordBody {
  const own = rows.filter((row) => (kept[row.name] ?? row.proposal) === "mine");
  return Object.fromEntries(
    own
      .filter(({ field, theirs, mine }) => !sameInput(field, theirs, mine))
      .map((row) => [row.name, inputOf(row.field, row.mine)]),
  );
}

function sameInput(field: Field, one: FormValue, other: FormValue): boolean {
  return JSON.stringify(inputOf(field, one)) === JSON.stringify(inputOf(field, other));
}

/** History keeps references with the label of their time; tags are named there like every other reference. */
function fromHistory(field: Field, value: unknown): FormValue {
  if (field.kind === "tags")
    return ((value ?? []) as Ref[]).map(({ id, label }): TagRef => ({ id, name: label, color: null }));
  return formValueOf(field, value as Ref | LinkRef[] | string | null);
}
