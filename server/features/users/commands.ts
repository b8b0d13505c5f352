import type { z } from "zod";
import type * as contract from "../../../contract/users/users.ts";
import type { Db } from "../../db/connection.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, notFound, Problem } from "../../problem.ts";
import { indexBelongings } from "../../search/index-record.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { attachFile, detachFile } from "../files/commands.ts";
import { canEditProfile } from "./policy.ts";

type Update = z.infer<typeof contract.updateUser>;
const profileFields = ["name", "phone", "position", "imageKey"] as const;

export async function updateUser(ctx: PersonContext, { params, body, version }: Update) {
  if (!canEditProfile(ctx.person, params.id)) throw forbidden();
  return transact(ctx, async (tx) => {
    const before = await tx.db
      .selectFrom("users")
      .select([...profileFields, "version"])
      .where("id", "=", params.id)
      .executeTakeFirst();
    if (!before) throw notFound();
    const changed = profileFields.filter((field) => body[field] !== undefined && body[field] !== before[field]);
    if (version !== undefined && version !== before.version) throw await changedMeanwhile(tx, params.id);
    if (changed.length === 0) return { id: params.id, version: before.version };
    const after = Object.fromEntries(changed.map((field) => [field, body[field]]));

    if (body.imageKey !== undefined)
      await replaceProfileImage(tx, {
        userId: params.id,
        uploadedById: ctx.person.id,
        formerKey: before.imageKey,
        key: body.imageKey,
      });
    const row = await tx.db
      .updateTable("users")
      .set(after)
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", params.id)
      .where("version", "=", before.version)
      .returning("version")
      .executeTakeFirst();
    if (!row) throw await changedMeanwhile(tx, params.id);
    await tx.record({
      kind: "user.updated",
      subject: { type: "user", id: params.id },
      before: Object.fromEntries(changed.map((field) => [field, before[field]])),
      after,
    });
    if (changed.includes("name")) tx.beforeCommit(`search:${params.id}`, () => indexBelongings(tx, params.id));
    return { id: params.id, version: row.version };
  });
}

/** Refuses an address that another account has; the table's unique column stands behind it. */
export async function refuseTakenEmail(
  tx: Tx,
  { email, exceptUserId, field }: { email: string; exceptUserId: string; field: string },
): Promise<void> {
  const message = await findTakenEmail(tx, { email, exceptId: exceptUserId });
  if (message) throw new Problem("conflict", { message, fields: { [field]: [message] } });
}

/** Says that somebody else has an address; null when nobody has. */
export async function findTakenEmail(
  { db }: { db: Db },
  { email, exceptId = "" }: { email: string; exceptId?: string | undefined },
): Promise<string | null> {
  const taken = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("id", "!=", exceptId)
    .executeTakeFirst();
  return taken ? "E-Mail: Dieser Wert ist bereits vergeben." : null;
}

async function changedMeanwhile(tx: Tx, userId: string): Promise<Problem> {
  const last = await tx.db
    .selectFrom("changes")
    .innerJoin("users", "users.id", "changes.actorId")
    .select("users.name")
    .where("subjectType", "=", "user")
    .where("subjectId", "=", userId)
    .where("kind", "in", ["user.updated", "user.role-changed", "user.deactivated", "user.reactivated"])
    .orderBy("changes.at", "desc")
    .orderBy("changes.id", "desc")
    .executeTakeFirst();
  const by = last?.name ?? "jemand anderem";
  return new Problem("conflict", {
    message: `Dieser Eintrag wurde inzwischen von ${by} geändert. Änderungen vergleichen oder neu laden?`,
  });
}

/** Gives an uploaded image to a person in place of the former one, which is left to the removal of orphans. */
async function replaceProfileImage(
  tx: Tx,
  options: { userId: string; uploadedById: string; formerKey: string | null; key: string | null },
): Promise<void> {
  const { userId, uploadedById, formerKey, key } = options;
  if (key === formerKey) return;
  const owner = `user:${userId}`;
  if (formerKey) await detachFile(tx, { key: formerKey, owner });
  if (key === null) return;
  const refusal = invalidField("body.imageKey", "Bild: Bitte lade das Bild erneut hoch.");
  await attachFile(tx, { key, owner, createdById: uploadedById, purpose: "image" }, refusal);
}
