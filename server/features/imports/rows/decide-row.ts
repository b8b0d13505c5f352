import { checkoutFields, isCheckoutField } from "../../../../contract/imports/import-fields.ts";
import type { Cell, RowChange, RowProblem, RowResult } from "../../../../contract/imports/imports.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { withImplied } from "../../../../contract/records/shown-when.ts";
import type { Db } from "../../../db/connection.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { isNothing } from "../cells/cell-content.ts";
import type { WantedCheckout } from "../checkout.ts";
import type { Mapping } from "../columns/mapping.ts";
import { keysOf, type Match, matchRecord } from "./match-record.ts";
import type { NameDirectory } from "./name-directory.ts";
import { goesToNotes, inNotes, type KeptContent, type MissingName, type PlannedRow, planRow } from "./plan-row.ts";
import { problemOf, schemasOf, toProblems } from "./row-schemas.ts";

/** A record that a row has written, and the version it has since; by which an undo finds what was before. */
export interface Write {
  type: RecordType;
  id: string;
  verb: "created" | "updated" | "moved";
  version: number;
  /** Of a device that was checked out. */
  movementId?: string | undefined;
}

export interface Outcome {
  number: number;
  title: string;
  result: RowResult;
  problems: RowProblem[];
  changes: RowChange[];
  /** The fields of which the row says something to a record that exists. */
  met: string[];
  /** Contents that stand for nothing, by field. */
  unknown: { field: string; text: string }[];
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
  checkout: WantedCheckout | undefined;
  /** What goes to the notes instead. */
  kept: KeptContent[];
}

/** Decides what becomes of a row; what is not written has its outcome already. */
export async function decideRow(
  db: Db,
  work: RowWork,
  number: number,
  cells: readonly Cell[],
): Promise<{ outcome: Outcome; decided?: Decided }> {
  const { ctx, mapping, directory, seen } = work;
  const { type } = mapping.declaration;
  const { body } = planRow(mapping, directory, cells);
  const belongsTo = (key: string) => {
    const row = seen.get(key);
    return row === undefined || row === number ? undefined : row;
  };
  const isTaken = (id: string) => belongsTo(recordKey(id)) !== undefined;
  const match = await matchRecord({ db, ctx, mapping, index: directory.index(type), planned: body, cells, isTaken });

  const found = match.kind === "found" ? match.id : undefined;
  const planned = planRow(mapping, directory, cells, leftOut(type, match));
  const { missing, checkout, problems } = planned;
  const { mode } = mapping.settings;
  const isNew = match.kind === "none" && mode !== "update";
  const { checked, kept } = checkBody(mapping, planned, cells, isNew);
  const outcome: Outcome = {
    number,
    title: titleOf(mapping, body, cells),
    result: "failed",
    // A cell that could not be read is not said to be missing as well.
    problems: [
      ...problems,
      ...toProblems(mapping, checked.error).filter(({ column }) => !problems.some((known) => known.column === column)),
    ],
    changes: [],
    met: found ? filledFields(mapping, cells) : [],
    unknown: planned.unknown,
    recordId: null,
    writes: [],
    made: [],
  };
  const [key] = keysOf(mapping, body);
  const seenAs = found ? recordKey(found) : key?.text;
  const first = seenAs && belongsTo(seenAs);
  if (first) return withProblem(outcome, mapping, key?.field, `Steht schon in Zeile ${first} dieser Datei.`);
  if (match.kind === "ambiguous") return withProblem(outcome, mapping, match.field, "Mehrere Einträge passen dazu.");
  if (match.kind === "archived") return { outcome: inArchive(outcome, match) };
  if (!checked.success || outcome.problems.length > 0) return { outcome };
  if (seenAs) seen.set(seenAs, number);

  if (found && mode === "create") return { outcome: { ...outcome, result: "skipped", recordId: found } };
  if (!found && mode === "update") return { outcome: { ...outcome, result: "skipped" } };
  const isSilent = Object.keys(checked.data).length === 0 && kept.length === 0;
  if (found && !checkout && isSilent) return { outcome: { ...outcome, result: "unchanged", recordId: found } };
  return { outcome, decided: { found, body: checked.data, missing, checkout, kept } };
}

/** Checks what is to be written; what a field's rule sends to the notes does not fail the row. */
function checkBody(mapping: Mapping, { body, kept }: PlannedRow, cells: readonly Cell[], isNew: boolean) {
  const { declaration } = mapping;
  const schemas = schemasOf(declaration.type);
  let rest: Sorted = { body, kept };
  for (;;) {
    const checked = isNew
      ? schemas.whole.safeParse(withImplied(declaration.fields, rest.body))
      : schemas.part.safeParse(rest.body);
    const issues = (checked.error?.issues ?? []).map(({ path, message }) => ({ name: String(path[0]), message }));
    const sorted = sortOut(mapping, rest, cells, issues);
    if (!sorted) return { checked, kept: rest.kept };
    rest = sorted;
  }
}

type Sorted = Pick<Decided, "body" | "kept">;

/** Moves what was refused to the notes where its fields' rules say so; undefined where there is nothing to move. */
export function sortOut(
  mapping: Mapping,
  { body, kept }: Sorted,
  cells: readonly Cell[],
  refused: readonly { name: string; message: string }[],
): Sorted | undefined {
  const moved = mapping.fields.filter(
    ({ name }) =>
      body[name] !== undefined && goesToNotes(mapping, name) && refused.some((refusal) => refusal.name === name),
  );
  if (moved.length === 0) return undefined;
  const names = new Set(moved.map(({ name }) => name));
  const added = moved.map(({ name, columns }): KeptContent => {
    const told = columns.filter(({ at }) => !isNothing(cells[at] ?? ""));
    const note = told.map(({ at, heading }) => `${heading}: ${cells[at]}`).join("\n\n");
    const { column, message } = problemOf(mapping, name, refused.find((one) => one.name === name)?.message ?? "");
    return { note, hint: { column, message: `${message} ${inNotes}` } };
  });
  return {
    body: Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name))),
    kept: [...kept, ...added],
  };
}

/** What stands in the record as the row says is not read again: not every value that is kept could be read anew. */
function leftOut(type: RecordType, match: Match): ReadonlySet<string> {
  if (match.kind !== "found") return new Set();
  // A device that is where the row says is not given out again, whatever the row says of the time.
  return isCheckoutField(type, "assignedTo") && match.same.has("assignedTo")
    ? new Set([...match.same, ...checkoutFields])
    : match.same;
}

/** The fields of which a row says something. */
function filledFields({ fields }: Mapping, cells: readonly Cell[]): string[] {
  return fields.filter(({ columns }) => columns.some(({ at }) => !isNothing(cells[at] ?? ""))).map(({ name }) => name);
}

/** How a record that has a row is remembered, beside the keys of rows that have no record yet. */
export const recordKey = (id: string) => `id\n${id}`;

function inArchive(outcome: Outcome, { id, title }: Extract<Match, { kind: "archived" }>): Outcome {
  const message = `„${title}“ liegt im Archiv. Stelle den Eintrag wieder her, um ihn zu ändern.`;
  return { ...outcome, result: "skipped", recordId: id, problems: [{ column: null, message }] };
}

/** The key of a row that was worked off before; undefined when it has none. */
export function rowKey({ mapping, directory }: RowWork, cells: readonly Cell[]): string | undefined {
  return keysOf(mapping, planRow(mapping, directory, cells).body)[0]?.text;
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
