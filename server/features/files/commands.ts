import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import type * as contract from "../../../contract/files/files.ts";
import { maxFileBytes, maxImageBytes, mimeTypeOf, mimeTypes, uploadLifeMs } from "../../../contract/files/files.ts";
import type { createUpload as createUploadInput } from "../../../contract/files/files-input.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, Problem } from "../../problem.ts";
import type { Person, PersonContext } from "../../trpc/context.ts";
import { checkOpenUploads, isAwaited } from "./queries.ts";

export async function createUpload(
  ctx: PersonContext,
  { filename, mimeType: announced, size, purpose }: z.output<typeof createUploadInput>,
): Promise<contract.UploadTicket> {
  if (!canUpload(ctx.person, purpose)) throw forbidden();
  const mimeType = mimeTypeOf(filename, purpose);
  if (!mimeType || (announced && announced !== mimeType))
    throw invalidField("filename", "Datei: Dieser Dateityp ist nicht erlaubt.");
  if (purpose === "image" && !mimeTypes[mimeType].image)
    throw invalidField("filename", "Datei: Bitte ein Bild auswählen.");
  const limit = mimeTypes[mimeType].image ? maxImageBytes : maxFileBytes;
  if (size !== undefined && size > limit) throw invalidField("size", `Datei: Höchstens ${limit / 1024 / 1024} MB.`);
  await checkOpenUploads(ctx.db, ctx.person.id, ctx.now());

  const key = ctx.uploads.newKey();
  const createdAt = ctx.now();
  await transact(ctx, (tx) =>
    tx.db
      .insertInto("files")
      .values({
        key,
        filename,
        mimeType,
        size: size ?? null,
        width: null,
        height: null,
        purpose,
        createdById: ctx.person.id,
        createdAt: createdAt.toISOString(),
        receivedAt: null,
        checkedAt: null,
        confirmedAt: null,
        owner: null,
      })
      .execute(),
  );
  return ctx.uploads.issueTicket({
    key,
    userId: ctx.person.id,
    mimeType,
    minBytes: size ?? 1,
    maxBytes: size ?? limit,
    expiresAt: new Date(createdAt.getTime() + uploadLifeMs).toISOString(),
  });
}

const alreadyUsed = () => new Problem("conflict", { message: "Datei: Dieser Upload wurde bereits verwendet." });

/** Takes the multipart post of a ticket; whatever is refused leaves neither bytes nor the row of the ticket. */
export async function receiveUpload(ctx: PersonContext, request: IncomingMessage): Promise<void> {
  let ticketKey: string | undefined;
  let isClaimed = false;
  try {
    const { key, path } = await ctx.uploads.receive(request, async (policy) => {
      if (policy.userId !== ctx.person.id) throw forbidden("Datei: Dieser Upload gehört einer anderen Person.");
      ticketKey = policy.key;
      if (policy.expiresAt <= ctx.now().toISOString()) throw forbidden("Datei: Dieser Upload ist abgelaufen.");
      if (!(await isAwaited(ctx.db, policy.key, ctx.person.id))) throw alreadyUsed();
    });
    await ctx.uploads.accept(key, path, async () => {
      await claimReceipt(ctx, key);
      isClaimed = true;
    });
  } catch (error) {
    if (ticketKey) await forgetTicket(ctx, ticketKey, isClaimed);
    throw error;
  }
}

/** Of several posts of one ticket only one gets past this statement. */
async function claimReceipt(ctx: PersonContext, key: string): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable("files")
    .set({ receivedAt: ctx.now().toISOString() })
    .where("key", "=", key)
    .where("createdById", "=", ctx.person.id)
    .where("receivedAt", "is", null)
    .where("checkedAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw alreadyUsed();
}

/** A ticket that another post has claimed stays: the bytes of that one are good. */
async function forgetTicket(ctx: PersonContext, key: string, isClaimed: boolean): Promise<void> {
  let mine = ctx.db.deleteFrom("files").where("key", "=", key).where("createdById", "=", ctx.person.id);
  if (!isClaimed) mine = mine.where("receivedAt", "is", null);
  await mine.where("checkedAt", "is", null).execute();
}

/**
 * Gives a confirmed file of this person to a record, `user:{id}` and the like; from then on it is no orphan. Refuses
 * foreign, unconfirmed and otherwise owned files alike, and with a `purpose` those of another one.
 */
export async function attachFile(
  tx: Tx,
  {
    key,
    owner,
    createdById,
    purpose,
  }: { key: string; owner: string; createdById: string; purpose?: contract.UploadPurpose },
  refusal = invalidField("key", "Datei: Diese Datei gibt es nicht."),
): Promise<void> {
  let given = tx.db
    .updateTable("files")
    .set({ owner })
    .where("key", "=", key)
    .where("createdById", "=", createdById)
    .where("confirmedAt", "is not", null)
    .where((eb) => eb.or([eb("owner", "is", null), eb("owner", "=", owner)]));
  // What was uploaded for an import belongs to imports alone.
  given = purpose ? given.where("purpose", "=", purpose) : given.where("purpose", "!=", "import");
  const { numUpdatedRows } = await given.executeTakeFirst();
  if (numUpdatedRows === 0n) throw refusal;
}

/** Takes a file from its record; the next run of the orphan job removes it. */
export async function detachFile(tx: Tx, { key, owner }: { key: string; owner: string }): Promise<void> {
  const file = await tx.db.selectFrom("files").select("replacesKey").where("key", "=", key).executeTakeFirst();
  const next = await tx.db.selectFrom("files").select("key").where("replacesKey", "=", key).executeTakeFirst();
  await tx.db.updateTable("files").set({ replacesKey: null }).where("key", "=", key).execute();
  // The versions around the one that goes follow one another from now on.
  if (next)
    await tx.db
      .updateTable("files")
      .set({ replacesKey: file?.replacesKey ?? null })
      .where("key", "=", next.key)
      .execute();
  await tx.db.updateTable("files").set({ owner: null }).where("key", "=", key).where("owner", "=", owner).execute();
}

/** Everybody may have a picture; other files belong to records, and come from those who may edit them. */
function canUpload(person: Pick<Person, "role">, purpose: contract.UploadPurpose): boolean {
  if (purpose === "import") return hasAbility(person.role, "importRecords");
  return purpose === "image" || hasAbility(person.role, "editRecords");
}
