import type { Cell, RowChange, RowProblem, RowResult } from "../../../contract/imports.ts";
import type { Field, Input } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Change, Tx } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import { createRecordIn, updateRecordIn } from "../../records/commands.ts";
import { dynamic } from "../../records/dynamic.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readStored } from "../../records/stored.ts";
import { stores } from "../records.ts";
import { columnOf, type Mapping } from "./mapping.ts";
import { createMissing } from "./missing-records.ts";
import type { NameDirectory } from "./name-directory.ts";
import { planRow, withIds } from "./plan-row.ts";
import { ambiguous, valueKey } from "./record-index.ts";
import { problemOf, schemasOf, toProblems } from "./row-schemas.ts";

/** A record that a row has written, and the version it has since; by which an undo finds what was before. */
export interface Write {
  type: RecordType;
  id: string;
  verb: "created" | "updated";
  version: number;
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
  /** New records with what history keeps of them. */
  created: { type: RecordType; id: string; values: Record<string, unknown> }[];
}

export interface RowWork {
  ctx: RecordContext;
  mapping: Mapping;
  directory: NameDirectory;
  /** Which row of this file has which record already. */
  seen: Map<string, number>;
  /** Told of errors that are bugs. */
  report(error: unknown): void;
}

/** Writes one row within an open transaction; whatever is wrong with it is told and leaves nothing behind. */
export async function applyRow(tx: Tx, work: RowWork, number: number, cells: readonly Cell[]): Promise<Outcome> {
  const { mapping, directory, seen, ctx } = work;
  const { type } = mapping.declaration;
  const planned = planRow(mapping, directory, cells);
  const checked = schemasOf(type).part.safeParse(planned.body);
  const outcome: Outcome = {
    number,
    title: titleOf(mapping, planned.body, cells),
    result: "failed",
    problems: [...planned.problems, ...toProblems(mapping, checked.error)],
    changes: [],
    recordId: null,
    writes: [],
    made: [],
    created: [],
  };
  if (!checked.success || outcome.problems.length > 0) return outcome;

  const key = keyOf(mapping, checked.data);
  if (key) {
    const first = seen.get(key.text);
    if (first !== undefined && first !== number)
      return withProblem(outcome, mapping, key.field, `Steht schon in Zeile ${first} dieser Datei.`);
    seen.set(key.text, number);
  }
  const found = key && directory.index(type).byKey(key.field, key.value);
  if (found === ambiguous) return withProblem(outcome, mapping, key?.field, "Mehrere Einträge passen dazu.");
  const { mode } = mapping.settings;
  if (found && mode === "create") return { ...outcome, result: "skipped", recordId: found };
  if (!found && mode === "update") return { ...outcome, result: "skipped" };

  const whole = found ? checked : schemasOf(type).whole.safeParse(planned.body);
  if (!whole.success) return { ...outcome, problems: toProblems(mapping, whole.error) };

  const traces: Change[] = [];
  try {
    await tx.attempt(async () => {
      const watched = watch(tx, traces);
      const ids = await createMissing(watched, ctx, directory, mapping, planned.missing);
      const body = withIds(whole.data, ids);
      if (found) outcome.recordId = await update(watched, ctx, type, found, body);
      else outcome.recordId = (await createRecordIn(watched, stores[type], ctx, body)).id;
    });
  } catch (error) {
    return { ...outcome, recordId: null, problems: refusalOf(work, error) };
  }
  outcome.made = planned.missing.map(({ field, name }) => ({ field, name }));
  return finish(outcome, mapping, traces);
}

/** Tags and links of an existing record are added to: a file rarely lists all of them. */
async function update(tx: Tx, ctx: RecordContext, type: RecordType, id: string, body: RecordBody): Promise<string> {
  const store = stores[type];
  const merged: RecordBody = { ...body };
  const several = Object.keys(body).filter((name) =>
    ["tags", "links"].includes(store.declaration.fields[name]?.kind ?? ""),
  );
  if (several.length > 0) {
    const stored = await readStored(dynamic(tx.db), store, id);
    for (const name of several) merged[name] = joined(stored?.values[name], body[name]);
  }
  await updateRecordIn(tx, store, ctx, { params: { id }, body: merged });
  return id;
}

function joined(before: Input | undefined, added: Input | undefined): Input {
  const kept = (before ?? []) as (string | { id: string })[];
  const idOf = (one: string | { id: string }) => (typeof one === "string" ? one : one.id);
  const known = new Set(kept.map(idOf));
  return [...kept, ...((added ?? []) as typeof kept).filter((one) => !known.has(idOf(one)))] as Input;
}

/** The transaction, with every recorded change of a record noted. */
function watch(tx: Tx, traces: Change[]): Tx {
  return {
    ...tx,
    async record(change) {
      traces.push(change);
      await tx.record(change);
    },
  };
}

function finish(outcome: Outcome, { declaration }: Mapping, traces: readonly Change[]): Outcome {
  const writes = traces.flatMap(({ kind, subject, version }): Write[] => {
    const verb = kind.split(".")[1];
    if (verb !== "created" && verb !== "updated") return [];
    return [{ type: subject.type as RecordType, id: subject.id, verb, version: version ?? 1 }];
  });
  const own = traces.find(({ subject }) => subject.type === declaration.type && subject.id === outcome.recordId);
  const changes = Object.entries(own?.after ?? {}).map(([field, after]) => ({
    field,
    before: own?.before?.[field] ?? null,
    after,
  }));
  const result = own ? (own.kind.endsWith(".created") ? "created" : "updated") : "unchanged";
  const created = traces
    .filter(({ kind }) => kind.endsWith(".created"))
    .map(({ subject, after }) => ({ type: subject.type as RecordType, id: subject.id, values: after ?? {} }));
  return { ...outcome, result, writes, changes, created };
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

function withProblem(outcome: Outcome, mapping: Mapping, field: string | undefined, message: string): Outcome {
  return { ...outcome, problems: [{ column: columnOf(mapping, field), message }] };
}

/** One bad row never stops the others, whatever is wrong with it. */
function refusalOf({ mapping, report }: RowWork, error: unknown): RowProblem[] {
  if (!(error instanceof Problem)) {
    report(error);
    return [{ column: null, message: "Das hat nicht geklappt. Bitte versuche es mit dieser Zeile erneut." }];
  }
  const { message, fields } = error;
  if (!fields) return [{ column: null, message }];
  return Object.entries(fields).flatMap(([path, messages]) =>
    messages.map((one) => problemOf(mapping, path.split(".")[1], one)),
  );
}
