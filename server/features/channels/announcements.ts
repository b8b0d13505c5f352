import type { Announcement } from "../../../contract/channels/announcements.ts";
import type { ChannelQuiet, ChannelServiceName } from "../../../contract/channels/channels.ts";
import { channelServices, type ServiceTraits } from "../../../contract/channels/services.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import type { Tx } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { type Content, queueMessage, quietEnd } from "./content.ts";
import { ruleHolds } from "./rules.ts";

const enabledRules = prepare((db: Db) => db.selectFrom("channelRules").selectAll().where("enabled", "=", 1));

/**
 * Queues what the rules say for something announced to the team. Who has heard of a topic hears of its end, whatever the
 * rules say by then; nobody hears of the end alone.
 */
export async function queueAnnouncement(tx: Tx, announcement: Announcement): Promise<void> {
  const { topicKey, state, toldUserIds = [] } = announcement;
  const rules = (await enabledRules(tx.db)).filter((rule) => ruleHolds(rule, announcement, tx.now()));
  const isNew = state !== "ended" && state !== "amended";
  const threads =
    state === "once"
      ? []
      : await tx.db
          .selectFrom("channelThreads")
          .select(["channelId", "customersJson"])
          .where("topicKey", "=", topicKey)
          .execute();
  const scopes = new Map<string, Scope>();
  for (const { channelId, customersJson } of threads) widen(scopes, channelId, customersJson ?? "[]");
  if (isNew) for (const { channelId, customersJson } of rules) if (channelId) widen(scopes, channelId, customersJson);
  await tellChannels(tx, announcement, { scopes, following: new Set(threads.map(({ channelId }) => channelId)) });
  if (state === "amended") return;
  const people = new Set(rules.flatMap(({ userId }) => userId ?? []).filter((id) => !toldUserIds.includes(id)));
  for (const userId of people) await tellPerson(tx, announcement, userId);
}

/** The customers that somebody hears of; null: everybody. */
type Scope = ReadonlySet<string> | null;

/** A channel that several rules name hears of all that they name; one that names nobody lets everything through. */
function widen(scopes: Map<string, Scope>, channelId: string, customersJson: string): void {
  const named: string[] = JSON.parse(customersJson);
  const before = scopes.get(channelId);
  scopes.set(channelId, named.length === 0 || before === null ? null : new Set([...(before ?? []), ...named]));
}

interface Audience {
  /** The channels that rules name and those that have heard of the topic, and of whom they may hear. */
  scopes: ReadonlyMap<string, Scope>;
  /** Those that have heard of the topic. */
  following: ReadonlySet<string>;
}

async function tellChannels(tx: Tx, announcement: Announcement, { scopes, following }: Audience): Promise<void> {
  if (scopes.size === 0) return;
  const { topicKey, state, severity } = announcement;
  const channels = await tx.db
    .selectFrom("channels")
    .select(["id", "service", "quietJson"])
    .where("id", "in", [...scopes.keys()])
    .where("enabled", "=", 1)
    .execute();
  const updatedAt = tx.now().toISOString();
  for (const { id: channelId, service, quietJson } of channels) {
    // What is opened once more has grown: where a message cannot change, another one would only repeat it.
    if (state === "amended" && !(await canAmend(tx, { channelId, service, topicKey }))) continue;
    if (state === "open" && following.has(channelId) && !channelServices[service].changesMessages) continue;
    const scope = scopes.get(channelId) ?? null;
    const customersJson = scope && JSON.stringify([...scope]);
    const dueAt = quietEnd(parseOwnJson<ChannelQuiet>(quietJson), tx.now(), severity);
    if (state !== "once")
      await tx.db
        .insertInto("channelThreads")
        .values({ channelId, topicKey, remoteJson: null, customersJson, updatedAt })
        .onConflict((conflict) => conflict.columns(["topicKey", "channelId"]).doUpdateSet({ customersJson, updatedAt }))
        .execute();
    const content = contentFor(announcement, scope);
    await queueMessage(tx, { channelId, content, dueAt, topicKey: state === "once" ? null : topicKey });
  }
}

function contentFor(announcement: Announcement, scope: Scope): Content {
  const { state, severity, text, link, partFor } = announcement;
  const { title, facts = [] } = (scope && partFor?.(scope)) ?? announcement;
  return { title, text, facts, path: link, severity, isEnded: state === "ended" };
}

/** Whether a message stands there, or is about to, that can be changed without anybody being alerted. */
async function canAmend(
  tx: Tx,
  { channelId, service, topicKey }: { channelId: string; service: ChannelServiceName; topicKey: string },
): Promise<boolean> {
  const { changesMessages, alertsOnChange }: ServiceTraits = channelServices[service];
  if (!changesMessages || alertsOnChange) return false;
  const found = await tx.db
    .selectFrom("channelThreads as thread")
    .select("thread.channelId")
    .where("thread.channelId", "=", channelId)
    .where("thread.topicKey", "=", topicKey)
    .where((eb) =>
      eb.or([
        eb("thread.remoteJson", "is not", null),
        eb.exists(
          eb
            .selectFrom("channelDeliveries as delivery")
            .select("delivery.id")
            .where("delivery.state", "=", "queued")
            .whereRef("delivery.channelId", "=", "thread.channelId")
            .whereRef("delivery.topicKey", "=", "thread.topicKey"),
        ),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** A person hears of a topic when it begins, and of its end if they have heard of it. */
async function tellPerson(
  tx: Tx,
  { topicKey, state, category, severity, title, text, link }: Announcement,
  forUserId: string,
): Promise<void> {
  const groupKey = `announced:${topicKey}`;
  if (state === "changed") return;
  if (state === "ended") {
    const told = tx.db.selectFrom("notifications").select("id").where("forUserId", "=", forUserId);
    if (!(await told.where("groupKey", "=", groupKey).limit(1).executeTakeFirst())) return;
  }
  await notify(tx, {
    forUserId,
    title,
    category,
    link,
    groupKey,
    actorId: null,
    message: escapeHtml(text),
    severity: severity === "critical" && state !== "ended" ? "critical" : "normal",
  });
}

const keptDays = 90;

/** Forgets which message is about what, three months after its topic was last spoken of. */
export async function forgetOldThreads({ db, now }: { db: Db; now(): Date }): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs).toISOString();
  await db.deleteFrom("channelThreads").where("updatedAt", "<", before).execute();
}
