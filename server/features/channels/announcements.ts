import type { Announcement } from "../../../contract/channels/announcements.ts";
import type { ChannelQuiet } from "../../../contract/channels/channels.ts";
import { channelServices } from "../../../contract/channels/services.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
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
  const isNew = state !== "ended";
  const meant = isNew ? rules.flatMap(({ channelId }) => channelId ?? []) : [];
  const threads = await tx.db
    .selectFrom("channelThreads")
    .select("channelId")
    .where("topicKey", "=", topicKey)
    .execute();
  const following = state === "once" ? [] : threads.map(({ channelId }) => channelId);
  await tellChannels(tx, announcement, { meant, following: new Set(following) });
  const people = new Set(rules.flatMap(({ userId }) => userId ?? []).filter((id) => !toldUserIds.includes(id)));
  for (const userId of people) await tellPerson(tx, announcement, userId);
}

interface Audience {
  /** The channels that rules name. */
  meant: readonly string[];
  /** Those that have heard of the topic. */
  following: ReadonlySet<string>;
}

async function tellChannels(tx: Tx, announcement: Announcement, { meant, following }: Audience): Promise<void> {
  const ids = new Set([...meant, ...following]);
  if (ids.size === 0) return;
  const { topicKey, state, severity, title, text, facts = [], link } = announcement;
  const content: Content = { title, text, facts, path: link, severity, isEnded: state === "ended" };
  const channels = await tx.db
    .selectFrom("channels")
    .select(["id", "service", "quietJson"])
    .where("id", "in", [...ids])
    .where("enabled", "=", 1)
    .execute();
  const updatedAt = tx.now().toISOString();
  for (const { id: channelId, service, quietJson } of channels) {
    // What is opened once more has grown: where a message cannot change, another one would only repeat it.
    if (state === "open" && following.has(channelId) && !channelServices[service].changesMessages) continue;
    const dueAt = quietEnd(JSON.parse(quietJson) as ChannelQuiet, tx.now(), severity);
    if (state !== "once")
      await tx.db
        .insertInto("channelThreads")
        .values({ channelId, topicKey, remoteJson: null, updatedAt })
        .onConflict((conflict) => conflict.columns(["topicKey", "channelId"]).doUpdateSet({ updatedAt }))
        .execute();
    await queueMessage(tx, { channelId, content, dueAt, topicKey: state === "once" ? null : topicKey });
  }
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
    ...{ forUserId, title, category, link, groupKey, actorId: null },
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
