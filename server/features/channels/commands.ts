import type { z } from "zod";
import type { ChannelTest } from "../../../contract/channels/channels.ts";
import type * as contract from "../../../contract/channels/channels-input.ts";
import { keptSecrets, serviceProblems } from "../../../contract/channels/channels-input.ts";
import { channelServices, type ServiceTraits } from "../../../contract/channels/services.ts";
import { entriesOf, parseOwnJson } from "../../../contract/narrowing.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { queueAgain } from "../../jobs/deliveries.ts";
import { reachable } from "../../notifications/preferences.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { type Content, toMessage } from "./content.ts";
import { valuesOf } from "./deliver.ts";
import { sendThrough } from "./send.ts";
import type { Values } from "./services/service.ts";
import { services } from "./services/services.ts";

const alreadyCreated = {
  channel: "Dieser Kanal wurde schon angelegt, nur die Antwort kam nicht an.",
  rule: "Diese Regel wurde schon angelegt, nur die Antwort kam nicht an.",
};
const changedMeanwhile = "Dieser Eintrag wurde inzwischen geändert. Bitte neu laden.";

/** Adds a channel; its secrets are sealed and never read back. */
export async function createChannel(
  ctx: PersonContext,
  { body: { service, name, values, userId, quiet, isEnabled }, creationId }: z.output<typeof contract.createChannel>,
): Promise<{ id: string }> {
  refuseWrong(channelServices[service], values);
  const id = newId();
  await transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "channel", creationId, id }, alreadyCreated.channel);
    if (userId !== null && !(await reachable(tx.db, userId))) throw invalidField("userId", "Person: Nicht im Team.");
    const { open, secret } = split(channelServices[service], values);
    const target = services[service].target({ ...open, ...secret });
    await tx.db
      .insertInto("channels")
      .values({
        id,
        service,
        name,
        target,
        userId,
        enabled: isEnabled ? 1 : 0,
        valuesJson: JSON.stringify(open),
        sealedSecrets: ctx.vault.seal(JSON.stringify(secret)),
        quietJson: JSON.stringify(quiet),
        createdAt: ctx.now().toISOString(),
      })
      .execute();
    await tx.record({
      kind: "channel.created",
      subject: { type: "channel", id },
      after: { name, service, target, userId },
    });
  });
  return { id };
}

/** Changes a channel; secrets that are left out or empty stay as they are, unless the server changes. */
export async function updateChannel(
  ctx: PersonContext,
  { params: { id }, body, version }: z.output<typeof contract.updateChannel>,
): Promise<{ id: string; version: number }> {
  return transact(ctx, async (tx) => {
    const before = await tx.db.selectFrom("channels").selectAll().where("id", "=", id).executeTakeFirst();
    if (!before) throw notFound();
    const { name, userId, quiet, isEnabled } = body;
    if (userId && !(await reachable(tx.db, userId))) throw invalidField("userId", "Person: Nicht im Team.");
    const traits: ServiceTraits = channelServices[before.service];
    const known = () => parseOwnJson<Record<string, string>>(ctx.vault.open(before.sealedSecrets));
    const open = parseOwnJson<Record<string, string>>(before.valuesJson);
    const changed = body.values && merge(traits, body.values, { open, readKnown: known });
    const target = changed && services[before.service].target({ ...changed.open, ...changed.secret });
    const { numUpdatedRows } = await tx.db
      .updateTable("channels")
      .set({
        ...(name !== undefined && { name }),
        ...(userId !== undefined && { userId }),
        ...(quiet !== undefined && { quietJson: JSON.stringify(quiet) }),
        ...(isEnabled !== undefined && { enabled: isEnabled ? 1 : 0 }),
        ...(changed && {
          valuesJson: JSON.stringify(changed.open),
          target: target ?? "",
          sealedSecrets: ctx.vault.seal(JSON.stringify(changed.secret)),
        }),
        version: version + 1,
      })
      .where("id", "=", id)
      .where("version", "=", version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Problem("conflict", { message: changedMeanwhile });
    if (isEnabled) tx.wake("channels");
    await tx.record({
      kind: "channel.updated",
      subject: { type: "channel", id },
      before: { name: before.name, target: before.target, isEnabled: before.enabled === 1 },
      after: {
        name: name ?? before.name,
        target: target ?? before.target,
        isEnabled: isEnabled ?? before.enabled === 1,
      },
    });
    return { id, version: version + 1 };
  });
}

/** Removes a channel with its rules and its log. */
export async function deleteChannel(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const row = await tx.db
      .deleteFrom("channels")
      .where("id", "=", id)
      .returning(["name", "target"])
      .executeTakeFirst();
    if (!row) throw notFound();
    await tx.record({ kind: "channel.deleted", subject: { type: "channel", id }, before: row });
    return { id };
  });
}

/** Sends a test at once and tells what the server said; it stands in the log like everything that was sent. */
export async function testChannel(ctx: PersonContext, { id }: { id: string }): Promise<ChannelTest> {
  const channel = await ctx.db.selectFrom("channels").selectAll().where("id", "=", id).executeTakeFirst();
  if (!channel) throw notFound();
  const content: Content = {
    title: "Test vom MEDIUM TechCenter",
    text: `${ctx.person.name} prüft, ob Nachrichten hier ankommen.`,
    facts: [{ label: "Kanal", value: channel.name }],
    path: "/settings/channels",
    severity: "info",
    isEnded: false,
  };
  const deliveryId = newId();
  const at = ctx.now();
  const { isDelivered, status, durationMs, error, answer } = await sendThrough(ctx, {
    service: services[channel.service],
    values: valuesOf(ctx, channel),
    message: toMessage(content, ctx, at),
    deliveryId,
    topicKey: null,
  });
  await transact(ctx, async (tx) => {
    const known = await tx.db.selectFrom("channels").select("id").where("id", "=", id).executeTakeFirst();
    if (!known) return;
    await tx.db
      .insertInto("channelDeliveries")
      .values({
        id: deliveryId,
        channelId: id,
        subscriptionId: null,
        notificationId: null,
        topicKey: null,
        contentJson: JSON.stringify(content),
        attempts: 1,
        nextAttemptAt: null,
        claimedBy: null,
        createdAt: at.toISOString(),
        deliveredAt: isDelivered ? ctx.now().toISOString() : null,
        ...({ state: isDelivered ? "delivered" : "failed", status, durationMs, error, answer } as const),
      })
      .execute();
  });
  return { isDelivered, status, durationMs, error, answer };
}

/** Sends what has failed once more. */
export async function resendMessage(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const row = await tx.db.selectFrom("channelDeliveries").select("state").where("id", "=", id).executeTakeFirst();
    if (!row) throw notFound();
    if (row.state !== "failed")
      throw new Problem("precondition", { message: "Nur was gescheitert ist, lässt sich erneut senden." });
    await queueAgain(tx.db, "channelDeliveries", id, ctx.now());
    tx.wake("channels");
    return { id };
  });
}

export async function createRule(
  ctx: PersonContext,
  { body, creationId }: z.output<typeof contract.createRule>,
): Promise<{ id: string }> {
  const id = newId();
  return transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "channelRule", creationId, id }, alreadyCreated.rule);
    await assertExists(tx.db, body);
    await tx.db
      .insertInto("channelRules")
      .values({ id, ...columnsOf(body), createdAt: ctx.now().toISOString() })
      .execute();
    await tx.record({ kind: "channelRule.created", subject: { type: "channelRule", id }, after: body });
    return { id };
  });
}

export async function updateRule(
  ctx: PersonContext,
  { params: { id }, body, version }: z.output<typeof contract.updateRule>,
): Promise<{ id: string; version: number }> {
  return transact(ctx, async (tx) => {
    const before = await tx.db.selectFrom("channelRules").select("id").where("id", "=", id).executeTakeFirst();
    if (!before) throw notFound();
    await assertExists(tx.db, body);
    const { numUpdatedRows } = await tx.db
      .updateTable("channelRules")
      .set({ ...columnsOf(body), version: version + 1 })
      .where("id", "=", id)
      .where("version", "=", version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Problem("conflict", { message: changedMeanwhile });
    await tx.record({ kind: "channelRule.updated", subject: { type: "channelRule", id }, after: body });
    return { id, version: version + 1 };
  });
}

export async function deleteRule(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await tx.db.deleteFrom("channelRules").where("id", "=", id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await tx.record({ kind: "channelRule.deleted", subject: { type: "channelRule", id } });
    return { id };
  });
}

type RuleBody = z.output<typeof contract.createRule>["body"];

const columnsOf = ({
  categories,
  minSeverity,
  customerIds,
  times,
  from,
  to,
  channelId,
  userId,
  isEnabled,
}: RuleBody) => ({
  categoriesJson: JSON.stringify(categories),
  customersJson: JSON.stringify(customerIds),
  minSeverity,
  times,
  fromTime: from,
  toTime: to,
  channelId,
  userId,
  enabled: isEnabled ? (1 as const) : (0 as const),
});

async function assertExists(db: PersonContext["db"], { channelId, userId, customerIds }: RuleBody): Promise<void> {
  const channel =
    channelId && (await db.selectFrom("channels").select("id").where("id", "=", channelId).executeTakeFirst());
  if (channelId && !channel) throw invalidField("channelId", "Wohin: Diesen Kanal gibt es nicht.");
  if (userId && !(await reachable(db, userId))) throw invalidField("userId", "Wohin: Diese Person ist nicht im Team.");
  if (customerIds.length === 0) return;
  const known = await db.selectFrom("customers").select("id").where("id", "in", customerIds).execute();
  if (known.length < new Set(customerIds).size) throw invalidField("customerIds", "Kunden: Einen davon gibt es nicht.");
}

function refuseWrong(service: ServiceTraits, values: Values, known: readonly string[] = []): void {
  const fields = serviceProblems(service, values, known);
  const [first] = Object.values(fields);
  if (first) throw new Problem("invalid", { message: first[0] ?? "", fields });
}

/** What may be read again, and what is sealed. */
function split({ fields }: ServiceTraits, values: Values) {
  const given = entriesOf(fields).flatMap(([name, { isSecret }]) => {
    const value = values[name];
    return value ? [{ name, value, isSecret }] : [];
  });
  const pick = (isSecret: boolean) =>
    Object.fromEntries(
      given.filter((each) => Boolean(each.isSecret) === isSecret).map(({ name, value }) => [name, value]),
    );
  return { open: pick(false), secret: pick(true) };
}

interface Before {
  open: Values;
  readKnown: () => Record<string, string>;
}

function merge(service: ServiceTraits, values: Values, before: Before) {
  const isMissing = entriesOf(service.fields).some(([name, { isSecret }]) => isSecret && !values[name]);
  const all = isMissing ? before.readKnown() : {};
  const kept = keptSecrets(service, Object.keys(all), { given: values, before: before.open });
  const known = Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name)));
  refuseWrong(service, values, Object.keys(known));
  const { open, secret } = split(service, values);
  return { open, secret: { ...known, ...secret } };
}
