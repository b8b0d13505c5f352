import type { Cell, RowChange, RowProblem, RowResult } from "../../../contract/imports/imports.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { withImplied } from "../../../contract/records/shown-when.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { WantedHandOut } from "./hand-out.ts";
import type { Mapping } from "./mapping.ts";
import type { NameDirectory } from "./name-directory.ts";
import { type MissingName, planRow } from "./plan-row.ts";
import { ambiguous, valueKey } from "./record-index.ts";
import { problemOf, schemasOf, toProblems } from "./row-schemas.ts";

/** A record that a row has written, and the version it has since; by which an undo finds what was before. */
export interface Write {
  type: RecordType;
  id: string;
  verb: "created" | "updated" | "moved";
  version: number;
  /** Of a device that was handed out. */
  movementId?: string | undefined;
}

export interface Outcome {
  number: number;
  title: string;
  result: RowResult;
  problems: RowProblem[];
  changes: RowChange[];
  recordId: string | null;
  writes: Write[];
  /** Names that became new records, by field. */
  made: { field: string; name: string }[];
}

export interface RowWork {
  ctx: RecordContext;
  mapping: Mapping;
  directory: NameDirectory;
  /** Which row of this file has which record already. */
  seen: Map<string, number>;
  /** Each row is tried and taken back at once, so that it finds what the rows before it would have found, too. */
  isDry: boolean;
  /** Told of errors that are bugs. */
  report(error: unknown): void;
}

/** What is to be written for a row. */
export interface Decided {
  /** The record to change; a new one where there is none. */
  found: string | undefined;
  body: RecordBody;
  missing: MissingName[];
  handOut: WantedHandOut | undefined;
}

/** Decides without the database what becomes of a row; what is not written has its outcome already. */
export function decideRow(
  { mapping, directory, seen }: RowWork,
  number: number,
  cells: readonly Cell[],
): { outcome: Outcome; decided?: Decided } {
  const { type } = mapping.declaration;
  const { body: planned, missing, handOut, problems } = planRow(mapping, directory, cells);
  const checked = schemasOf(type).part.safeParse(planned);
  const outcome: Outcome = {
    number,
    title: titleOf(mapping, planned, cells),
    result: "failed",
    problems: [...problems, ...toProblems(mapping, checked.error)],
    changes: [],
    recordId: null,
    writes: [],
    made: [],
  };
  if (!checked.success || outcome.problems.length > 0) return { outcome };

  const key = keyOf(mapping, checked.data);
  const first = key && seen.get(key.text);
  if (first !== undefined && first !== number)
    return withProblem(outcome, mapping, key?.field, `Steht schon in Zeile ${first} dieser Datei.`);
  if (key) seen.set(key.text, number);

  const found = key && directory.index(type).byKey(key.field, key.value);
  if (found === ambiguous) return withProblem(outcome, mapping, key?.field, "Mehrere Einträge passen dazu.");
  const { mode } = mapping.settings;
  if (found && mode === "create") return { outcome: { ...outcome, result: "skipped", recordId: found } };
  if (!found && mode === "update") return { outcome: { ...outcome, result: "skipped" } };

  const whole = found ? checked : schemasOf(type).whole.safeParse(withImplied(mapping.declaration.fields, planned));
  if (!whole.success) return { outcome: { ...outcome, problems: toProblems(mapping, whole.error) } };
  return { outcome, decided: { found, body: whole.data, missing, handOut } };
}

/** What tells the record of a row apart: the first natural key that the row has. */
function keyOf(mapping: Mapping, body: RecordBody): { field: string; value: unknown; text: string } | undefined {
  for (const name of mapping.declaration.naturalKeys) {
    const text = valueKey(mapping.declaration.fields[name] as Field, body[name]);
    if (text !== undefined) return { field: name, value: body[name], text: `${name}\n${text}` };
  }
  return undefined;
}

/** The key of a row that was worked off before; undefined when it has none. */
export function rowKey({ mapping, directory }: RowWork, cells: readonly Cell[]): string | undefined {
  const checked = schemasOf(mapping.declaration.type).part.safeParse(planRow(mapping, directory, cells).body);
  return checked.success ? keyOf(mapping, checked.data)?.text : undefined;
}

/** How a row is called in lists: its title, else its key, else the first thing in it. */
function titleOf(
  { declaration: { titleField, naturalKeys } }: Mapping,
  body: RecordBody,
  cells: readonly Cell[],
): string {
  const named = [titleField, ...naturalKeys]
    .map((name) => body[name])
    .find((value) => typeof value === "string" && value);
  return String(named ?? cells.find((cell) => cell !== "") ?? "").slice(0, 200);
}

function withProblem(outcome: Outcome, mapping: Mapping, field: string | undefined, message: string) {
  return { outcome: { ...outcome, problems: [problemOf(mapping, field, message)] } };
}
