import type { z } from "zod";
import { feedCategoryKeys, maxFeeds, type OpenedFeed } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import type { createFeed as createInput } from "../../../contract/calendar-feeds/calendar-feeds-input.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { selectFeeds, toFeed } from "./queries.ts";

const hintLength = 6;

const alreadyCreated =
  "Dieser Kalender-Feed wurde schon angelegt, nur die Antwort kam nicht an. Seine Adresse wird kein zweites Mal gezeigt: Erneuere sie in der Liste.";

/**
 * Makes a feed; this answer is the only place where its address can be read. Sent again under the same `creationId` it
 * is refused, as for a token.
 */
export async function createFeed(ctx: PersonContext, input: z.infer<typeof createInput>): Promise<OpenedFeed> {
  const { name, scope, creationId } = input;
  const categories = feedCategoryKeys.filter((key) => input.categories.includes(key));
  if (scope === "all" && !hasAbility(ctx.person.role, "exportRecords"))
    throw new Problem("forbidden", { message: "Umfang: Mit deiner Rolle gibt es nur deine eigenen Fristen." });
  const token = newToken();
  const id = newId();
  return transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "calendarFeed", creationId, id }, alreadyCreated);
    const own = await tx.db.selectFrom("calendarFeeds").select("id").where("userId", "=", ctx.person.id).execute();
    if (own.length >= maxFeeds)
      throw new Problem("precondition", { message: `Du kannst höchstens ${maxFeeds} Kalender-Feeds haben.` });
    await tx.db
      .insertInto("calendarFeeds")
      .values({
        ...{ id, name, scope, userId: ctx.person.id, categoriesJson: JSON.stringify(categories) },
        ...keptOf(token),
        createdAt: tx.now().toISOString(),
        ...{ renewedAt: null, lastUsedAt: null },
      })
      .execute();
    await tx.record({
      kind: "calendarFeed.created",
      subject: { type: "calendarFeed", id },
      after: { name, scope, categories },
    });
    return readOpened(ctx, tx.db, id, token);
  });
}

/** Gives a feed another address; the one before is worth nothing from here on. */
export async function renewFeed(ctx: PersonContext, { id }: { id: string }): Promise<OpenedFeed> {
  const token = newToken();
  return transact(ctx, async (tx) => {
    const row = await tx.db
      .updateTable("calendarFeeds")
      .set({ ...keptOf(token), renewedAt: tx.now().toISOString(), lastUsedAt: null })
      .where("id", "=", id)
      .where("userId", "=", ctx.person.id)
      .returning("name")
      .executeTakeFirst();
    if (!row) throw notFound();
    await tx.record({ kind: "calendarFeed.renewed", subject: { type: "calendarFeed", id }, after: row });
    return readOpened(ctx, tx.db, id, token);
  });
}

/** Ends a feed of one's own at once. */
export async function deleteFeed(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const row = await tx.db
      .deleteFrom("calendarFeeds")
      .where("id", "=", id)
      .where("userId", "=", ctx.person.id)
      .returning("name")
      .executeTakeFirst();
    if (!row) throw notFound();
    await tx.record({ kind: "calendarFeed.deleted", subject: { type: "calendarFeed", id }, before: row });
    return { id };
  });
}

const keptOf = (token: string) => ({ hint: token.slice(0, hintLength), tokenHash: hashToken(token) });

async function readOpened(ctx: PersonContext, db: Db, id: string, token: string): Promise<OpenedFeed> {
  const row = await selectFeeds(db).where("id", "=", id).executeTakeFirstOrThrow();
  return { ...toFeed(row), url: new URL(`/ics/${token}.ics`, ctx.origin ?? ctx.baseUrl()).href };
}
