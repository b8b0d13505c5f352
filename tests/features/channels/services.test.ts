import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ChannelServiceName, channelServiceNames } from "../../../contract/channels/channels.ts";
import { channelServices } from "../../../contract/channels/services.ts";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import { sendThrough } from "../../../server/features/channels/send.ts";
import { services } from "../../../server/features/channels/services/services.ts";
import type { Api } from "../../../server/features/router.ts";
import { adminOf, announce, valuesFor } from "../../support/channel-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type ChatService, openChatService } from "../../support/servers/chat-services.ts";

let office: Office;
let admin: Api;
let chat: ChatService | undefined;

beforeEach(async () => {
  office = await openOffice();
  admin = await adminOf(office);
});
afterEach(async () => {
  await chat?.close();
  chat = undefined;
});

/** A channel to a server that speaks like the service, and a rule that lets everything through. */
async function join(service: ChannelServiceName, values: Record<string, string> = {}) {
  chat = await openChatService(service);
  const body = { service, name: "Betrieb", values: { ...valuesFor(service, chat.receiver.url), ...values } };
  const { id } = await admin.channel.create({ body });
  await admin.channel.createRule({ body: { minSeverity: "info", channelId: id } });
  return { id, chat };
}
const deliver = () => deliverMessages(office.services);
const log = async () => (await admin.channel.deliveries({})).data;

describe.each([...channelServiceNames])("%s", (service) => {
  it("takes a message in its documented shape, and shows what is in it as text", async () => {
    const { chat } = await join(service);
    await announce(office);
    await deliver();
    const [shown, ...others] = chat.shown();
    expect(others).toEqual([]);
    expect(shown?.text).toContain("web03 antwortet nicht");
    expect(shown?.text).toContain("Söhne");
    // What marks up at this service is escaped, or the service takes plain text.
    if (!["ntfy", "gotify", "teams", "mattermost", "mattermostWebhook"].includes(service))
      expect(shown?.text).toContain("Bäckerei &lt;Meier&gt; &amp; Söhne");
    expect(chat.receiver.received[0]?.body).toContain("https://portal.example/incidents/1");
    expect(await log()).toMatchObject([{ state: "delivered", title: "web03 antwortet nicht", attempts: 1 }]);
  });

  it(`${channelServices[service].changesMessages ? "changes" : "follows up"} when the incident ends`, async () => {
    const { chat } = await join(service);
    await announce(office);
    await deliver();
    office.advance(1000);
    await announce(office, { state: "ended", title: "web03 ist wieder erreichbar" });
    await deliver();
    const shown = chat.shown();
    expect(shown.map(({ changes }) => changes)).toEqual(channelServices[service].changesMessages ? [1] : [0, 0]);
    expect(shown.at(-1)?.text).toContain("web03 ist wieder erreichbar");
    expect((await log()).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  });

  it("refuses wrong keys for good, with its own words in the log", async () => {
    const wrong: Partial<Record<ChannelServiceName, Record<string, string>>> = {
      telegram: { token: "4711:falsch" },
    };
    const isWebhook = "url" in channelServices[service].fields;
    const { chat, id } = await join(service, isWebhook ? {} : (wrong[service] ?? { token: "falsch" }));
    if (isWebhook)
      await admin.channel.update({ params: { id }, body: { values: { url: `${chat.receiver.url}/weg` } }, version: 1 });
    await announce(office);
    expect(await deliver()).toBeUndefined();
    const [row] = await log();
    expect(row).toMatchObject({ state: "failed", attempts: 1, nextAttemptAt: null });
    expect(`${row?.error} ${row?.answer}`).toMatch(/invalid_auth|no_service|session|M_UNKNOWN_TOKEN|[Uu]nauthorized/);
  });

  it("is left alone for as long as it asks, and gets the message afterwards", async () => {
    const { chat } = await join(service);
    const answers: Record<string, string> = {
      telegram: JSON.stringify({ ok: false, description: "Too Many Requests", parameters: { retry_after: 40 } }),
      matrix: JSON.stringify({ errcode: "M_LIMIT_EXCEEDED", error: "Too Many", retry_after_ms: 40_000 }),
      slack: JSON.stringify({ ok: false, error: "ratelimited" }),
    };
    const isOnlyInBody = service === "telegram" || service === "matrix";
    const spoken = chat.receiver;
    const { received } = spoken;
    spoken.answer(() => ({
      status: 429,
      ...(!isOnlyInBody && { headers: { "Retry-After": "40" } }),
      body: answers[service] ?? "",
    }));
    await announce(office);
    const due = await deliver();
    expect(due?.getTime()).toBe(office.services.now().getTime() + 40_000);
    expect(received).toHaveLength(1);
    spoken.answer(() => ({ status: service === "teams" ? 202 : 200, body: '{"ok":true,"ts":"1","result":{}}' }));
    office.advance(40_000);
    await deliver();
    expect(await log()).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  it("is tried again after a fault of its own, five times with growing waits, then never", async () => {
    const { chat } = await join(service);
    chat.receiver.answer(() => ({ status: 500, body: "kaputt" }));
    await announce(office);
    const waits: number[] = [];
    for (let due = await deliver(); due; due = await deliver()) {
      waits.push((due.getTime() - office.services.now().getTime()) / 1000);
      office.advance(due.getTime() - office.services.now().getTime());
    }
    expect(waits).toEqual([5, 60, 300, 1800, 7200]);
    expect(await log()).toMatchObject([{ state: "failed", attempts: 6, status: 500 }]);
  });

  it("that does not answer is given up in time", async () => {
    const slow = await openSilent();
    const message = {
      title: "Still",
      text: "",
      facts: [],
      url: "https://portal.example/",
      isEnded: false,
      at: new Date(),
      severity: "info" as const,
    };
    const sent = await sendThrough(office.services, {
      service: services[service],
      values: () => valuesFor(service, slow.url),
      message,
      deliveryId: "1",
      topicKey: null,
      timeoutMs: 80,
    });
    expect(sent).toMatchObject({ isDelivered: false, isFinal: false, status: null });
    await slow.close();
  });
});

/** A server that takes requests and never answers. */
async function openSilent() {
  const { createServer } = await import("node:http");
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe("a message that is gone at the service", () => {
  it.each(["slack", "telegram", "mattermost"] as const)("is written anew by %s", async (service) => {
    const { chat } = await join(service);
    await announce(office);
    await deliver();
    await office.services.db
      .updateTable("channelThreads")
      .set({ remoteJson: JSON.stringify({ ts: "9", id: "post9", messageId: "9" }) })
      .execute();
    office.advance(1000);
    await announce(office, { state: "changed", title: "Anna kümmert sich" });
    await deliver();
    expect(chat.shown().at(-1)?.text).toContain("Anna kümmert sich");
    expect(chat.shown()).toHaveLength(2);
    expect((await log())[0]).toMatchObject({ state: "delivered" });
  });
});

it("no message names a secret in the log, and no address leads into the own network unless it is allowed", async () => {
  const { id } = await join("telegram");
  await admin.setting.update({ section: "network", values: { allowedNetworks: [] }, secrets: {}, version: 1 });
  const test = await admin.channel.test({ id });
  expect(test).toMatchObject({ isDelivered: false, status: null });
  expect(chat?.receiver.received).toEqual([]);
  expect(JSON.stringify([test, await log(), await admin.channel.list({})])).not.toContain("4711:");
});
