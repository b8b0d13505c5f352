import type { z } from "zod";
import { importableFields } from "../../../contract/imports/import-fields.ts";
import type * as contract from "../../../contract/imports/imports.ts";
import type { ImportColumn, ImportSettings, ImportState, Reading } from "../../../contract/imports/imports.ts";
import { backupTypes } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import type { ImportTable } from "../../db/tables/imports.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { type FileHead, readHead } from "../../imports/file-thread.ts";
import { invalidField, Problem } from "../../problem.ts";
import { findCreatedId, noteCreation } from "../../records/forms/creations.ts";
import { inThreadQueue } from "../../thread-queue.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { attachFile } from "../files/commands.ts";
import { rememberedValues } from "./cells/remembered-values.ts";
import { looksSecret, withoutSecrets } from "./cells/secret-columns.ts";
import { findHeadingRow, knownHeadings } from "./columns/headings.ts";
import { openMapping } from "./columns/mapping.ts";
import { presetHeadings } from "./columns/presets.ts";
import { proposeSettings } from "./columns/proposals.ts";
import { savedHeadings } from "./columns/saved-mappings.ts";
import { removeRows } from "./import-rows.ts";
import { undoOwnEditsUntil, undoUntil } from "./import-view.ts";
import { removeImportFile } from "./old-imports.ts";
import { findImport } from "./queries.ts";
import { readPeople } from "./rows/name-directory.ts";
import { continueWork } from "./runs.ts";
import { openStoredFile } from "./stored-file.ts";

const headRows = 60;
const previewRows = 20;
const sampleCount = 3;
const maxSample = 200;

/**
 * Begins an import with an uploaded file of this person: reads its first rows and proposes what they mean. Sent again
 * under the same `creationId` it answers with the import that it has begun.
 */
export async function createImport(
  ctx: PersonContext,
  { type, fileKey, creationId }: z.infer<typeof contract.createImport>,
): Promise<{ id: string }> {
  const findBegun = async (within: { db: Db }) =>
    creationId === undefined ? undefined : findCreatedId(within, ctx, { type: "import", creationId });
  const begun = await findBegun(ctx);
  if (begun) return { id: begun };
  const id = newId();
  const { file, head } = await inThreadQueue({ userId: ctx.person.id }, async () => {
    const { bytes, ...file } = await openStoredFile(ctx, fileKey);
    return { file, head: await readHead(file.kind, bytes, sheetFor(file.kind, type), headRows) };
  });
  const isBackup = file.kind === "kumaJson" || file.kind === "kumaSqlite";
  if (isBackup && !backupTypes.includes(type))
    throw invalidField("fileKey", "Datei: Ein Backup von Uptime Kuma wird zu Websites oder Hostern.");
  const saved = await savedHeadings(ctx.db, type);
  const known = new Set([...knownHeadings(declarationOf(type)), ...presetHeadings(type), ...saved]);
  const at = findHeadingRow(head.rows, known);
  const described = await describe(ctx, type, head, at === undefined ? null : (head.rows[at]?.number ?? null));
  return transact(ctx, async (tx) => {
    // Both of two that were sent at once read the file.
    const begunMeanwhile = await findBegun(tx);
    if (begunMeanwhile) return { id: begunMeanwhile };
    if (creationId) await noteCreation(tx, ctx, { type: "import", creationId, id });
    const refusal = invalidField("fileKey", "Datei: Diese Datei gibt es nicht.");
    const purpose = isBackup ? "import" : "file";
    await attachFile(tx, { key: fileKey, owner: `import:${id}`, createdById: ctx.person.id, purpose }, refusal);
    await tx.db
      .insertInto("imports")
      .values({
        id,
        recordType: type,
        state: "draft",
        filename: file.filename,
        fileKind: file.kind,
        fileKey,
        createdAt: ctx.now().toISOString(),
        createdById: ctx.person.id,
        startedById: ctx.person.id,
        startedAt: null,
        finishedAt: null,
        undoneAt: null,
        ...nothingFound,
        ...fromStart,
        isLoaded: 0,
        undoneCount: 0,
        conflictCount: 0,
        undoesOwnEdits: 0,
        ...described,
      })
      .execute();
    return { id };
  });
}

/** The sheet of a backup or a list of monitors that holds what is to be imported; of other files the first one with rows. */
function sheetFor(kind: string, type: ImportTable["recordType"]): Partial<Reading> {
  if (kind === "xlsx" || (kind === "text" && type !== "website" && type !== "host")) return {};
  return { sheet: type === "host" ? "Hoster" : "Websites" };
}

/** Reads the file again in another way; what was mapped before is proposed anew. */
export async function rereadImport(
  ctx: PersonContext,
  { id, reading, headerRow }: z.infer<typeof contract.rereadImport>,
): Promise<{ id: string }> {
  const row = await findImport(ctx, id);
  const { fileKey } = row;
  if (!fileKey) throw gone();
  const head = await inThreadQueue({ userId: ctx.person.id }, async () => {
    const file = await openStoredFile(ctx, fileKey, row);
    return readHead(file.kind, file.bytes, reading, headRows);
  });
  const described = await describe(ctx, row.recordType, head, headerRow);
  await move(ctx, row, ["draft", "checked"], { state: "draft", problem: null, isLoaded: 0, ...described });
  // Read in the old way, they may hold what is left out when read in the new one.
  await removeRows(ctx.db, id);
  return { id };
}

async function describe(ctx: PersonContext, type: ImportTable["recordType"], head: FileHead, headerRow: number | null) {
  const people = await readPeople(ctx.db);

  const at = head.rows.findIndex(({ number }) => number === headerRow);
  const body = head.rows.slice(at + 1);
  const headings = at < 0 ? [] : (head.rows[at]?.cells ?? []);
  const width = Math.max(headings.length, ...body.map(({ cells }) => cells.length), at < 0 ? 0 : 1);
  const declaration = declarationOf(type);
  const found = Array.from({ length: width }, (_, column) => {
    const heading = String(headings[column] ?? "").slice(0, maxSample);
    const isSecret = looksSecret(declaration, heading);
    const contents = isSecret ? [] : body.map(({ cells }) => String(cells[column] ?? "").slice(0, maxSample));
    const dates = head.dates[column];
    const samples = [...new Set(contents.filter(Boolean))];
    return { heading, samples, ...(dates && { dates }), ...(isSecret && { isSecret }) };
  });
  const { settings, preset } = proposeSettings(declaration, importableFields(ctx.person.role, type), found, { people });
  const columns: ImportColumn[] = found.map((one) => ({ ...one, samples: one.samples.slice(0, sampleCount) }));
  const preview = body.slice(0, previewRows).map(({ number, cells }) => ({
    number,
    cells: withoutSecrets(columns, cells).map((cell) => (typeof cell === "string" ? cell.slice(0, maxSample) : cell)),
  }));
  return {
    readingJson: JSON.stringify(head.reading satisfies Reading),
    sheetsJson: JSON.stringify(head.sheets),
    columnsJson: JSON.stringify(columns),
    previewJson: JSON.stringify(preview),
    settingsJson: JSON.stringify({
      ...settings,
      values: await rememberedValues(ctx, type, settings.columns),
    } satisfies ImportSettings),
    preset,
    headerRow: at < 0 ? null : headerRow,
    totalRows: head.total - (at + 1),
  };
}

/** Starts the dry run. */
export async function checkImport(
  ctx: PersonContext,
  { id, settings }: z.infer<typeof contract.checkImport>,
): Promise<{ id: string }> {
  const row = await findImport(ctx, id);
  if (!row.fileKey && row.isLoaded === 0) throw gone();
  openMapping(ctx.person, row.recordType, settings, { columns: JSON.parse(row.columnsJson), preset: row.preset });
  const settingsJson = JSON.stringify(settings);
  await move(ctx, row, ["draft", "checked"], { state: "checking", settingsJson, ...fromStart, ...nothingFound });
  continueWork(ctx, id);
  return { id };
}

/** Starts writing what the dry run has shown. */
export async function startImport(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const row = await findImport(ctx, id);
  await transact(ctx, async (tx) => {
    await move({ db: tx.db, person: ctx.person }, row, ["checked"], {
      state: "running",
      startedAt: ctx.now().toISOString(),
      ...fromStart,
    });
    await tx.record({
      kind: "import.started",
      subject: { type: "import", id },
      after: { type: row.recordType, filename: row.filename, rows: row.totalRows },
    });
  });
  continueWork(ctx, id);
  return { id };
}

/** Stops a dry run or a run where it is; what has been written stays and can be undone. */
export async function cancelImport(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const row = await findImport(ctx, id);
  if (row.state === "checking") await move(ctx, row, ["checking"], { state: "draft", problem: null });
  else {
    await move(ctx, row, ["running"], { state: "cancelled", finishedAt: ctx.now().toISOString() });
    await removeImportFile(ctx, row);
  }
  return { id };
}

/** Starts taking back what an import has written, within the days that the contract gives. */
export async function undoImport(
  ctx: PersonContext,
  { id, ownEdits }: z.infer<typeof contract.undoImport>,
): Promise<{ id: string }> {
  const row = await findImport(ctx, id);
  const until = ownEdits ? undoOwnEditsUntil(row) : undoUntil(row);
  if (!until) throw new Problem("precondition", { message: "An diesem Import gibt es nichts rückgängig zu machen." });
  if (until <= ctx.now())
    throw new Problem("precondition", { message: "Ein Import lässt sich nur 7 Tage lang rückgängig machen." });
  await transact(ctx, async (tx) => {
    await move({ db: tx.db, person: ctx.person }, row, [row.state], {
      state: "undoing",
      undoesOwnEdits: ownEdits ? 1 : 0,
      position: Number.MAX_SAFE_INTEGER,
      doneRows: 0,
      conflictCount: 0,
      problem: null,
    });
    await tx.record({
      kind: "import.undone",
      subject: { type: "import", id },
      after: { type: row.recordType, filename: row.filename },
    });
  });
  continueWork(ctx, id);
  return { id };
}

/** Throws an import away that has written nothing. */
export async function deleteImport(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const row = await findImport(ctx, id);
  await move(ctx, row, ["draft", "checked"], { state: "draft", isLoaded: 0 });
  await removeRows(ctx.db, id);
  await removeImportFile(ctx, row);
  await ctx.db.deleteFrom("imports").where("id", "=", id).execute();
  return { id };
}

const nothingFound = { missingJson: "[]", effectsJson: "[]", unknownJson: "[]" };

const fromStart = {
  problem: null,
  position: 0,
  doneRows: 0,
  createdCount: 0,
  updatedCount: 0,
  unchangedCount: 0,
  skippedCount: 0,
  failedCount: 0,
};

/** Changes an import that is still in one of the given states; otherwise somebody was faster. */
async function move(
  { db, person }: { db: Db | Tx["db"]; person: Pick<PersonContext["person"], "id"> },
  { id }: Pick<ImportTable, "id">,
  from: readonly ImportState[],
  change: Partial<ImportTable>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ startedById: person.id, ...change })
    .where("id", "=", id)
    .where("state", "in", [...from])
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Problem("precondition", { message: "Der Import ist inzwischen weiter. Bitte lade die Seite neu." });
}

const gone = () => new Problem("precondition", { message: "Die Datei wird nicht mehr aufbewahrt." });
