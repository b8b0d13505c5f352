import type { Cell, RowProblem } from "../../../../contract/imports/imports.ts";
import { isOneOf } from "../../../../contract/narrowing.ts";
import { fieldNamed, idsOf, roleLinksOf, textsOf } from "../../../../contract/records/read-value.ts";
import { type RecordType, recordTypes } from "../../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import type { Change, Tx } from "../../../db/transact.ts";
import { Problem } from "../../../problem.ts";
import { createRecordIn, updateRecordIn } from "../../../records/commands.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import { readStored } from "../../../records/stored.ts";
import { setTermOrigin } from "../../terms/origin.ts";
import { RowConflict } from "../batches.ts";
import { keepInNotes } from "../cells/keep-in-notes.ts";
import { readyCheckout } from "../checkout.ts";
import type { Mapping } from "../columns/mapping.ts";
import { type Decided, decideRow, type Outcome, type RowWork, recordKey, sortOut, type Write } from "./decide-row.ts";
import { createMissing } from "./missing-records.ts";
import type { NameDirectory } from "./name-directory.ts";
import { withIds } from "./plan-row.ts";
import { setUpChecks } from "./row-checks.ts";
import { problemOf } from "./row-schemas.ts";

/**
 * Writes one row within an open transaction; whatever is wrong with it is told and leaves nothing behind. Unless
 * `hasSavepoints`, a row that turns out wrong only while it is written throws RowConflict, and the transaction is lost.
 */
export async function applyRow(
  tx: Tx,
  work: RowWork,
  { number, cells }: { number: number; cells: readonly Cell[] },
  hasSavepoints: boolean,
): Promise<Outcome> {
  const { outcome, decided } = await decideRow(tx.db, work, number, cells);
  if (!decided) return outcome;
  const recorded: Change[] = [];
  let movementId: string | undefined;
  const part = async (ready: Decided) => {
    recorded.length = 0;
    const written = await write(watch(tx, recorded), work, ready);
    const { checkColumn, declaration } = work.mapping;
    if (checkColumn !== undefined)
      await setUpChecks(tx, work.ctx, { type: declaration.type, id: written.id, cell: cells[checkColumn] });
    outcome.recordId = written.id;
    outcome.problems = [...ready.kept.map(({ hint }) => hint), ...(written.hint ? [written.hint] : [])];
    movementId = written.movementId;
    if (work.isDry) throw new DryRunDone();
  };
  for (let ready: Decided | undefined = decided; ready; ) {
    const trying: Decided = ready;
    ready = undefined;
    try {
      await (hasSavepoints || work.isDry ? tx.attempt(() => part(trying)) : part(trying));
    } catch (error) {
      if (error instanceof DryRunDone) break;
      if (!hasSavepoints && !work.isDry) throw new RowConflict("a row was refused", { cause: error });
      const sorted = sortOut(work.mapping, trying, cells, refusedFields(error));
      if (!sorted) return { ...outcome, recordId: null, problems: refusalOf(work, error) };
      ready = { ...trying, ...sorted };
    }
  }
  outcome.made = decided.missing.map(({ field, name }) => ({ field, name }));
  if (!work.isDry) {
    learn(work.directory, recorded);
    if (outcome.recordId) work.seen.set(recordKey(outcome.recordId), number);
  }
  return finish(outcome, work.mapping, recorded, movementId);
}

interface WrittenRow {
  id: string;
  hint?: RowProblem | undefined;
  movementId?: string | undefined;
}

async function write(tx: Tx, work: RowWork, { found, body, missing, checkout, kept }: Decided): Promise<WrittenRow> {
  const { ctx, directory, mapping } = work;
  setTermOrigin(tx, { source: "import" });
  let planned = withIds(body, await createMissing(tx, ctx, directory, mapping, missing));
  for (const { note } of kept)
    planned = await keepInNotes(tx, storeOf(mapping.declaration.type), { found, body: planned, note });
  const ready = checkout && (await readyCheckout(tx, { found, body: planned, wanted: checkout }));
  const id = await writeRecord(tx, work, found, ready?.body ?? planned);
  return { id, hint: ready?.hint, movementId: await ready?.perform?.(tx, ctx, id) };
}

async function writeRecord(tx: Tx, { ctx, mapping }: RowWork, found: string | undefined, body: RecordBody) {
  const { type } = mapping.declaration;
  if (found) return update(tx, ctx, type, found, body);
  return (await createRecordIn(tx, storeOf(type), ctx, body)).id;
}

class DryRunDone extends Error {}

function learn(directory: NameDirectory, recorded: readonly Change[]): void {
  for (const { kind, subject, after } of recorded)
    if (kind.endsWith(".created") && isOneOf(recordTypes, subject.type))
      directory.learn(subject.type, subject.id, after ?? {});
}

/** Tags and links of an existing record are added to: a file rarely lists all of them. */
async function update(tx: Tx, ctx: RecordContext, type: RecordType, id: string, body: RecordBody): Promise<string> {
  const store = storeOf(type);
  const merged: RecordBody = { ...body };
  const several = Object.keys(body).filter((name) =>
    ["tags", "links"].includes(store.declaration.fields[name]?.kind ?? ""),
  );
  if (several.length > 0) {
    const stored = await readStored(tx.db, store, id);
    for (const name of several) {
      const before = stored?.values[name];
      const { kind } = fieldNamed(store.declaration.fields, name);
      merged[name] =
        kind === "tags"
          ? [...new Set([...textsOf(before), ...textsOf(body[name])])]
          : [...roleLinksOf(before), ...roleLinksOf(body[name]).filter(({ id }) => !idsOf(before).includes(id))];
    }
  }
  await updateRecordIn(tx, store, ctx, { params: { id }, body: merged });
  return id;
}

/** The transaction, with every recorded change of a record noted. */
function watch(tx: Tx, recorded: Change[]): Tx {
  return {
    ...tx,
    async record(change) {
      recorded.push(change);
      await tx.record(change);
    },
  };
}

function finish(
  outcome: Outcome,
  { declaration }: Mapping,
  recorded: readonly Change[],
  movementId: string | undefined,
): Outcome {
  const writes: Write[] = [];
  for (const { kind, subject, version = 1 } of recorded) {
    const verb = kind.split(".")[1];
    if (verb !== "created" && verb !== "updated" && verb !== "moved") continue;
    const { type, id } = subject;
    // What comes after its own creation goes with it.
    const creation = writes.find((write) => write.id === id && write.verb === "created");
    if (creation) creation.version = version;
    else if (isOneOf(recordTypes, type))
      writes.push({ type, id, verb, version, ...(verb === "moved" && { movementId }) });
  }
  const own = recorded.filter(({ subject }) => subject.type === declaration.type && subject.id === outcome.recordId);
  const before = Object.assign({}, ...own.map((change) => change.before).reverse());
  const after: Record<string, unknown> = Object.assign({}, ...own.map((change) => change.after));
  const changes = Object.entries(after).map(([field, value]) => ({
    field,
    before: before[field] ?? null,
    after: value,
  }));
  const result = own[0] ? (own[0].kind.endsWith(".created") ? "created" : "updated") : "unchanged";
  return { ...outcome, result, writes, changes };
}

function refusedFields(error: unknown): { name: string; message: string }[] {
  const fields = error instanceof Problem ? (error.fields ?? {}) : {};
  return Object.entries(fields).map(([path, [message = ""]]) => ({ name: path.split(".")[1] ?? path, message }));
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
