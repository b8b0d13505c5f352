import type { z } from "zod";
import {
  type CalendarFeed,
  feedCategoryKeys,
  maxFeeds,
  type OpenedFeed,
} from "../../../contract/calendar-feeds/calendar-feeds.ts";
import type {
  createFeed as createInput,
  updateFeed as updateInput,
} from "../../../contract/calendar-feeds/calendar-feeds-input.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import type { CalendarFeedTable } from "../../db/tables/calendar-feeds.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { selectFeeds, toFeed } from "./queries.ts";

const hintLength = 6;

const alreadyCreated =
  "Dieser Kalender-Feed wurde schon angelegt, nur die Antwort kam nicht an. Seine Adresse wird kein zweites Mal gezeigt: Erneuere sie in der Liste.";

/**
 * Makes a feed; this answer is the only place where its URL can be read. Sent again under the same `creationId` it
 * is refused, as for a token.
 */
export async function createFeed(ctx: PersonContext, input: z.infer<typeof createInput>): Promise<OpenedFeed> {
  const { name, creationId } = input;
  const settings = settingsOf(ctx, input);
  const token = newToken();
  const id = newId();
  return transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "calendarFeed", creationId, id }, alreadyCreated);
    await assertCustomerExists(tx.db, settings);
    const own = await tx.db.selectFrom("calendarFeeds").select("id").where("userId", "=", ctx.person.id).execute();
    if (own.length >= maxFeeds)
      throw new Problem("precondition", { message: `Du kannst höchstens ${maxFeeds} Kalender-Feeds haben.` });
    await tx.db
      .insertInto("calendarFeeds")
      .values({
        id,
        name,
        userId: ctx.person.id,
        ...settings,
        ...keptOf(token),
        createdAt: tx.now().toISOString(),
        renewedAt: null,
        lastUsedAt: null,
      })
      .execute();
    await tx.record({
      kind: "calendarFeed.created",
      subject: { type: "calendarFeed", id },
      after: toldOf(name, settings),
    });
    return readOpened(ctx, tx.db, id, token);
  });
}

/** Changes what a feed of one's own has; its URL stays. */
export async function updateFeed(ctx: PersonContext, input: z.infer<typeof updateInput>): Promise<CalendarFeed> {
  const { id, name } = input;
  const settings = settingsOf(ctx, input);
  return transact(ctx, async (tx) => {
    const before = await selectFeeds(tx.db)
      .where("feed.id", "=", id)
      .where("feed.userId", "=", ctx.person.id)
      .executeTakeFirst();
    if (!before) throw notFound();
    await assertCustomerExists(tx.db, settings);
    await tx.db
      .updateTable("calendarFeeds")
      .set({ name, ...settings })
      .where("id", "=", id)
      .execute();
    const change = { before: toldOf(before.name, before), after: toldOf(name, settings) };
    await tx.record({ kind: "calendarFeed.updated", subject: { type: "calendarFeed", id }, ...change });
    return toFeed(await selectFeeds(tx.db).where("feed.id", "=", id).executeTakeFirstOrThrow());
  });
}

type Settings = Pick<CalendarFeedTable, "scope" | "team" | "customerId" | "categoriesJson" | "alarmDays">;

/** What is kept of what somebody wants in a feed; refuses what a role does not get. */
function settingsOf({ person }: PersonContext, input: z.infer<typeof createInput>): Settings {
  const { scope, team, customerId, alarmDays } = input;
  if (scope !== "mine" && !hasAbility(person.role, "exportRecords"))
    throw new Problem("forbidden", { message: "Umfang: Mit deiner Rolle gibt es nur deine eigenen Fristen." });
  return {
    scope,
    team: scope === "team" ? (team ?? null) : null,
    customerId: scope === "customer" ? (customerId ?? null) : null,
    categoriesJson: JSON.stringify(feedCategoryKeys.filter((key) => input.categories.includes(key))),
    alarmDays: alarmDays ?? null,
  };
}

/** What history tells of a feed. */
const toldOf = (name: string, { scope, team, customerId, categoriesJson, alarmDays }: Settings) => ({
  name,
  scope,
  categories: JSON.parse(categoriesJson),
  alarmDays,
  ...(team && { team }),
  ...(customerId && { customerId }),
});

async function assertCustomerExists(db: Db, { customerId }: Settings): Promise<void> {
  if (!customerId) return;
  const known = await db.selectFrom("customers").select("id").where("id", "=", customerId).executeTakeFirst();
  if (!known) throw invalidField("customerId", "Kunde: Diesen Kunden gibt es nicht.");
}

/** Gives a feed another URL; the one before is worth nothing from here on. */
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
  const row = await selectFeeds(db).where("feed.id", "=", id).executeTakeFirstOrThrow();
  return { ...toFeed(row), url: new URL(`/ics/${token}.ics`, ctx.origin ?? ctx.baseUrl()).href };
}
