import { isDeepStrictEqual } from "node:util";
import { declarations } from "../../../../contract/records/declarations.ts";
import { fieldNamed } from "../../../../contract/records/read-value.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { quoted } from "../../../../contract/values/quoted.ts";
import type { Tx } from "../../../db/transact.ts";
import { eraseRecordIn, updateRecordIn } from "../../../records/commands.ts";
import { dynamic } from "../../../records/conditions/dynamic.ts";
import { inOrder, withoutLabels } from "../../../records/links/labels.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import { hasColumn } from "../../../records/store.ts";
import { readStored, type Stored } from "../../../records/stored.ts";
import { takeBackIn } from "../../devices/movements.ts";
import type { Write } from "../rows/decide-row.ts";

/**
 * Takes one write back; returns why it stays where somebody has worked on with the record. With `takesOwnEdits`, what
 * the person of the undo alone has changed since goes with it.
 */
export async function undoWrite(
  tx: Tx,
  ctx: RecordContext,
  write: Write,
  { takesOwnEdits = false } = {},
): Promise<string | null> {
  const store = storeOf(write.type);
  const stored = await readStored(tx.db, store, write.id);
  if (!stored) return write.verb === "created" ? null : "Der Eintrag ist inzwischen gelöscht.";
  if (write.verb === "moved") return undoCheckout(tx, ctx, write, stored);
  const isOurs = stored.version === write.version || (takesOwnEdits && (await isOwnSince(tx, ctx, write)));
  const undo = write.verb === "created" ? undoCreate : undoUpdate;
  return undo(tx, ctx, { write, stored, isOurs });
}

/** A write beside what it left behind. */
interface Undone {
  write: Write;
  stored: Stored;
  /** Nobody but whom the undo is for has changed it since. */
  isOurs: boolean;
}

/** A device goes back to how it was before, unless it has been checked out again since. */
async function undoCheckout(tx: Tx, ctx: RecordContext, write: Write, stored: Stored): Promise<string | null> {
  if (stored.archivedAt) return `${quoted(stored.title)} ist inzwischen archiviert.`;
  const { fields } = storeOf("device").declaration;
  const { before } = await readChange(tx, write);
  const body = Object.fromEntries(
    Object.entries(before).map(([name, value]) => [name, withoutLabels(fieldNamed(fields, name), value)]),
  );
  const { id: deviceId, movementId = "" } = write;
  const isBack = await takeBackIn(tx, ctx, { deviceId, movementId, before: body });
  return isBack ? null : `${quoted(stored.title)} wurde seit dem Import ausgegeben oder zurückgenommen und bleibt.`;
}

/** Whether nobody but the person of the undo has changed a record since a write. */
async function isOwnSince(tx: Tx, ctx: RecordContext, { type, id, version }: Write): Promise<boolean> {
  const others = await tx.db
    .selectFrom("changes")
    .select("id")
    .where("subjectType", "=", type)
    .where("subjectId", "=", id)
    .where("version", ">", version)
    .where("actorId", "is distinct from", ctx.person.id)
    .executeTakeFirst();
  return !others;
}

async function undoCreate(tx: Tx, ctx: RecordContext, { write, stored, isOurs }: Undone): Promise<string | null> {
  if (!isOurs) return `${quoted(stored.title)} wurde seit dem Import geändert und bleibt.`;
  const user = await findUse(tx, write);
  if (user) return `${quoted(stored.title)} wird von ${quoted(user)} verwendet und bleibt.`;
  await eraseRecordIn(tx, storeOf(write.type), ctx, stored);
  return null;
}

/** What the import has changed and nobody since, field by field. */
async function undoUpdate(tx: Tx, ctx: RecordContext, { write, stored, isOurs }: Undone): Promise<string | null> {
  if (stored.archivedAt) return `${quoted(stored.title)} ist inzwischen archiviert.`;
  const { fields } = storeOf(write.type).declaration;
  const change = await readChange(tx, write);
  const body: RecordBody = {};
  const kept: string[] = [];
  for (const [name, before] of Object.entries(change.before)) {
    const field = fields[name];
    if (!field || field.readOnly) continue;
    const isAsWritten = isDeepStrictEqual(
      withoutLabels(field, change.after[name]),
      inOrder(field, stored.values[name]),
    );
    if (isOurs || isAsWritten) body[name] = withoutLabels(field, before);
    else kept.push(field.label);
  }
  if (Object.keys(body).length > 0)
    await updateRecordIn(tx, storeOf(write.type), ctx, { params: { id: write.id }, body });
  if (kept.length === 0) return null;
  return `${quoted(stored.title)}: ${kept.join(", ")} ${kept.length === 1 ? "wurde" : "wurden"} seit dem Import geändert und ${kept.length === 1 ? "bleibt" : "bleiben"}.`;
}

async function readChange(tx: Tx, { type, id, version }: Write) {
  const row = await tx.db
    .selectFrom("changes")
    .select(["beforeJson", "afterJson"])
    .where("subjectType", "=", type)
    .where("subjectId", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  const read = (json: string | null | undefined): Record<string, unknown> => (json ? JSON.parse(json) : {});
  return { before: read(row?.beforeJson), after: read(row?.afterJson) };
}

/** The title of a record that names this one; undefined when none does. */
async function findUse(tx: Tx, { type, id }: Write): Promise<string | undefined> {
  const db = dynamic(tx.db);
  for (const declaration of Object.values(declarations)) {
    const store = storeOf(declaration.type);
    for (const [name, field] of Object.entries(declaration.fields)) {
      if (field.kind === "relation" && field.to === type && hasColumn(store, name)) {
        const row = await db.selectFrom(store.table).select("title").where(name, "=", id).executeTakeFirst();
        if (row) return row.title;
      }
      const link = field.kind === "links" && field.to === type ? store.links?.[name] : undefined;
      if (link) {
        const row = await db
          .selectFrom(`${link.table} as link`)
          .innerJoin(`${store.table} as other`, "other.id", `link.${link.own}`)
          .select("other.title")
          .where(`link.${link.other}`, "=", id)
          .executeTakeFirst();
        if (row) return row.title;
      }
    }
  }
  return type === "tag" ? findTagged(tx, id) : undefined;
}

async function findTagged(tx: Tx, tagId: string): Promise<string | undefined> {
  const tagged = await tx.db
    .selectFrom("recordTags")
    .select(["recordType", "recordId"])
    .where("tagId", "=", tagId)
    .executeTakeFirst();
  if (!tagged) return undefined;
  const { table } = storeOf(tagged.recordType);
  const row = await dynamic(tx.db)
    .selectFrom(table)
    .select("title")
    .where("id", "=", tagged.recordId)
    .executeTakeFirst();
  return row?.title ?? "";
}
