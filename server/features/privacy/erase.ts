import { sql } from "kysely";
import type { z } from "zod";
import { emptyDocument } from "../../../contract/document/json.ts";
import { type erasePerson as contract, erasedName } from "../../../contract/privacy/privacy.ts";
import { releaseAuditValues } from "../../db/audit-values.ts";
import { escapeLike, isLike } from "../../db/dialect/text.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { indexBelongings, indexRecord } from "../../search/index-record.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { personalParts } from "./personal-data.ts";

/**
 * Erases what tells who a deactivated person was. Their work stays under a name that says nothing; private pages and
 * saved views go to nobody and are removed with the rest of what only they could see.
 */
export async function erasePerson(
  ctx: PersonContext,
  { id, name }: z.output<typeof contract>,
): Promise<{ id: string }> {
  const at = ctx.now().toISOString();
  return transact(ctx, async (tx) => {
    const person = await tx.db
      .selectFrom("users")
      .select(["name", "email", "deactivatedAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!person) throw notFound();
    if (!person.deactivatedAt)
      throw new Problem("precondition", { message: "Sperre das Konto zuerst; dann lassen sich die Daten löschen." });
    if (name.trim() !== person.name) throw invalidField("name", "Name: Der eingegebene Name stimmt nicht.");
    await removeFromMails(tx, person.email);
    await removePersonalData(tx, id);
    await tx.db
      .updateTable("users")
      .set({
        name: erasedName,
        email: `${newId()}@geloescht.invalid`,
        phone: null,
        position: null,
        imageKey: null,
        passwordHash: null,
        lastSeenAt: null,
      })
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    await tx.db
      .insertInto("erasures")
      .values({ subjectType: "user", subjectId: id, at, byId: ctx.person.id })
      .onConflict((conflict) => conflict.columns(["subjectType", "subjectId"]).doUpdateSet({ at, byId: ctx.person.id }))
      .execute();
    await tx.record({ kind: "user.erased", subject: { type: "user", id } });
    tx.beforeCommit(`search:${id}`, () => indexBelongings(tx, id));
    return { id };
  });
}

/** Mails to an address that were not written to an account, and what admins were told when one could not be delivered. */
async function removeFromMails(tx: Tx, email: string): Promise<void> {
  await tx.db.deleteFrom("mails").where("toEmail", "=", email).execute();
  await tx.db
    .deleteFrom("notifications")
    .where("groupKey", "=", "mail.failed")
    .where(isLike(sql`message`, `%${escapeLike(email)}%`))
    .execute();
}

async function removePersonalData(tx: Tx, id: string): Promise<void> {
  const db = dynamic(tx.db);
  await emptyOwnPages(tx, id);
  // What their browser told of itself.
  const own = tx.db.selectFrom("feedback").select("id").where("authorId", "=", id);
  await tx.db.deleteFrom("feedbackContexts").where("feedbackId", "in", own).execute();
  for (const { table, owner, erase } of personalParts)
    if (erase === "remove") await db.deleteFrom(table).where(owner, "=", id).execute();
  await tx.db.deleteFrom("savedViews").where("ownerId", "=", id).where("scope", "=", "me").execute();
  await tx.db.updateTable("files").set({ owner: null }).where("owner", "=", `user:${id}`).execute();
  // What history says of the person themself, such as former names and addresses.
  await releaseAuditValues(tx, { subjectType: "user", subjectId: id });
  await tx.db
    .updateTable("changes")
    .set({ beforeJson: null, afterJson: null })
    .where("subjectType", "=", "user")
    .where("subjectId", "=", id)
    .execute();
  await unnameInHistory(tx, id);
  for (const [type, key, label] of [
    ["fromType", "fromId", "fromLabel"],
    ["toType", "toId", "toLabel"],
  ] as const)
    await db
      .updateTable("deviceMovements")
      .set({ [label]: erasedName })
      .where(type, "=", "user")
      .where(key, "=", id)
      .execute();
}

/** History keeps references with the label that they had. */
async function unnameInHistory(tx: Tx, id: string): Promise<void> {
  const rows = await tx.db
    .selectFrom("changes")
    .select(["id", "beforeJson", "afterJson"])
    .where((eb) => eb.or([eb("beforeJson", "like", `%"${id}"%`), eb("afterJson", "like", `%"${id}"%`)]))
    .execute();
  for (const { id: changeId, beforeJson, afterJson } of rows) {
    await releaseAuditValues(tx, { id: changeId });
    await tx.db
      .updateTable("changes")
      .set({ beforeJson: unnamed(beforeJson, id), afterJson: unnamed(afterJson, id) })
      .where("id", "=", changeId)
      .execute();
  }
}

function unnamed(json: string | null, id: string): string | null {
  const isPerson = (value: unknown): value is { id: string; label: string } =>
    typeof value === "object" && value !== null && "label" in value && "id" in value && value.id === id;
  return (
    json && JSON.stringify(JSON.parse(json, (_, value) => (isPerson(value) ? { ...value, label: erasedName } : value)))
  );
}

/** What only this person could read is read by nobody any more; the places in the tree stay, without content. */
async function emptyOwnPages(tx: Tx, id: string): Promise<void> {
  const own = tx.db.selectFrom("pages").select("id").where("privateToId", "=", id);
  for (const table of ["pageRevisions", "pageUpdates", "pageStates", "pageReferences"] as const)
    await tx.db.deleteFrom(table).where("pageId", "in", own).execute();
  const pages = await own.execute();
  await tx.db
    .updateTable("pages")
    .set({
      title: "Gelöschte Seite",
      sortTitle: "geloschte seite",
      contentJson: JSON.stringify(emptyDocument()),
      headingText: "",
      contentText: "",
      attachmentText: "",
    })
    .where("privateToId", "=", id)
    .execute();
  for (const page of pages) {
    await releaseAuditValues(tx, { subjectId: page.id });
    await tx.db
      .updateTable("changes")
      .set({ beforeJson: null, afterJson: null })
      .where("subjectId", "=", page.id)
      .execute();
    tx.beforeCommit(`search:${page.id}`, () => indexRecord(tx, { type: "page", id: page.id }));
  }
}
