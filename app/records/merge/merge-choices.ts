import type { Taken } from "../../../contract/merges/merges-input.ts";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { isEmptyValue } from "../values/empty-value.ts";

/** Whose value stays: that of the record that stays, that of the other one, or both together. */
export type MergeChoice = "own" | Taken;

/** The fields in which two records differ, as far as somebody can choose between them. */
export function differingFields({ fields }: Declaration, one: RecordRow, other: RecordRow): [string, Field][] {
  return Object.entries(fields).filter(([name, field]) => {
    if (field.readOnly || field.derived) return false;
    const [a, b] = [one.values[name], other.values[name]];
    if (a === undefined && b === undefined) return false;
    const isNothing = isEmptyValue(a) && isEmptyValue(b);
    return !isNothing && JSON.stringify(a) !== JSON.stringify(b);
  });
}

const several: readonly Field["kind"][] = ["tags", "texts", "choices", "links"];

/** Nothing is lost unless somebody chooses so: lists are joined, and what is empty here comes from there. */
export function proposalOf({ kind }: Field, own: unknown): MergeChoice {
  if (several.includes(kind)) return "both";
  if (own === "") return "own";
  return isEmptyValue(own as never) ? "merged" : kind === "markdown" ? "both" : "own";
}

/** What the server is told of a choice; nothing where the record keeps its own. */
export function takenOf(name: string, choice: MergeChoice): Record<string, Taken> {
  return choice === "own" ? {} : { [name]: choice };
}
