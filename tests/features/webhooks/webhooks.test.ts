import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { webhookRetrySeconds } from "../../../contract/webhooks/webhooks.ts";
import type { Api } from "../../../server/features/router.ts";
import { deliverDue, removeOldDeliveries } from "../../../server/features/webhooks/deliver.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

let office: Office;
let receiver: Receiver;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  receiver = await openReceiver();
  admin = await office.as(await office.hire({ role: "admin" }));
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
});
afterEach(() => receiver.close());

const add = (events: string[]) =>
  admin.webhook.create({ body: { url: `${receiver.url}/hook`, description: "", events, isEnabled: true } });
const deliver = () => deliverDue(office.services);
const log = async () => (await admin.webhook.deliveries({})).data;

/** Checks a delivery as a receiver does that follows Standard Webhooks. */
function isSigned(secret: string, index = 0): boolean {
  const sent = receiver.received[index];
  if (!sent) return false;
  const { headers, body } = sent;
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const mac = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(signed)
    .digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${mac}`);
}

describe("webhooks are refused", () => {
  it("to strangers and to everybody who is no admin", async () => {
    const { id } = await add(["*"]);
    const others = [
      undefined,
      ...(await Promise.all((["maintainer", "member", "readonly"] as const).map((role) => office.hire({ role })))),
    ];
    for (const person of others) {
      const api = await office.as(person);
      const code = person ? "FORBIDDEN" : "UNAUTHORIZED";
      expect(await refusalOf(api.webhook.list({}))).toMatchObject({ code });
      expect(await refusalOf(api.webhook.deliveries({}))).toMatchObject({ code });
      expect(await refusalOf(api.webhook.delete({ id }))).toMatchObject({ code });
      expect(await refusalOf(api.webhook.renewSecret({ id }))).toMatchObject({ code });
      expect(await refusalOf(api.webhook.test({ id }))).toMatchObject({ code });
    }
    expect(await admin.webhook.list({})).toHaveLength(1);
  });

  it.each([
    [{ url: "ftp://a.example" }, "Adresse"],
    [{ url: "http://user:pw@a.example/" }, "Adresse"],
    [{ events: [] }, "Ereignisse"],
    [{ events: ["nirgends.created"] }, "Ereignisse"],
  ])("with %j, by name", async (wrong, field) => {
    const body = { url: "https://a.example/", description: "", events: ["*"], isEnabled: true, ...wrong };
    await expect(admin.webhook.create({ body })).rejects.toThrow(field);
  });

  it("when somebody else has changed them meanwhile", async () => {
    const { id } = await add(["*"]);
    await admin.webhook.update({ params: { id }, body: { description: "Erste" }, version: 1 });
    await expect(admin.webhook.update({ params: { id }, body: { description: "Zweite" }, version: 1 })).rejects.toThrow(
      "inzwischen geändert",
    );
  });
});

describe("a delivery", () => {
  it("tells of what was asked for, thin and signed, and nothing else", async () => {
    const { secret } = await add(["tag.created"]);
    const { id } = await createRecord(admin, "tag", { name: "Geheim" });
    await createRecord(admin, "location");
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [sent] = receiver.received;
    expect(JSON.parse(sent?.body ?? "")).toEqual({ type: "tag.created", timestamp: expect.any(String), data: { id } });
    expect(sent?.body).not.toContain("Geheim");
    expect(isSigned(secret)).toBe(true);
    expect(await log()).toMatchObject([{ state: "delivered", status: 204, attempts: 1, error: null }]);
  });

  it("is not queued by a change that failed", async () => {
    await add(["*"]);
    const nameless = await refusalOf(admin.tag.create({ body: { name: "" } }));
    expect(nameless).toMatchObject({ code: "BAD_REQUEST", fields: { "body.name": [expect.any(String)] } });
    await createRecord(admin, "tag", { name: "Doppelt" });
    expect(await refusalOf(createRecord(admin, "tag", { name: "Doppelt" }))).toMatchObject({ code: "CONFLICT" });
    expect(await log()).toHaveLength(1);
  });

  it("is tried again after the waits of the contract, under the same id, and then given up", async () => {
    await add(["tag.*"]);
    receiver.answer(() => ({ status: 500, body: "kaputt" }));
    await createRecord(admin, "tag");
    for (const seconds of webhookRetrySeconds) {
      const next = await deliver();
      expect(next?.getTime()).toBe(office.services.now().getTime() + seconds * 1000);
      office.advance(seconds * 1000);
    }
    await deliver();
    office.advance(86_400_000);
    await deliver();
    expect(receiver.received).toHaveLength(webhookRetrySeconds.length + 1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const failed = { state: "failed", status: 500, answer: "kaputt", error: "Antwort mit Status 500." };
    const [delivery] = await log();
    expect(delivery).toMatchObject(failed);
    receiver.answer(() => ({ status: 200 }));
    await admin.webhook.resend({ id: delivery?.id ?? "" });
    await deliver();
    expect(await log()).toMatchObject([{ state: "delivered", attempts: 1 }]);
  });

  it("comes again when a stop has cut it off", async () => {
    const { secret } = await add(["tag.*"]);
    await createRecord(admin, "tag");
    const claimed = new Date(office.services.now().getTime() + 75_000).toISOString();
    await office.services.db.updateTable("webhookDeliveries").set({ nextAttemptAt: claimed }).execute();
    await deliver();
    expect(receiver.received).toEqual([]);
    office.advance(75_000);
    await deliver();
    expect(isSigned(secret)).toBe(true);
  });

  it("switches its webhook off when the receiver is gone", async () => {
    await add(["tag.*"]);
    receiver.answer(() => ({ status: 410 }));
    await createRecord(admin, "tag");
    await deliver();
    await createRecord(admin, "tag");
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await admin.webhook.list({})).toMatchObject([
      { isEnabled: false, disabledReason: expect.stringContaining("410") },
    ]);
  });

  it.each([301, 302, 307, 308])("does not follow a redirect by %i to somebody else", async (status) => {
    await add(["tag.*"]);
    receiver.answer(({ path }) =>
      path === "/elsewhere" ? { status: 200 } : { status, headers: { Location: "/elsewhere" } },
    );
    await createRecord(admin, "tag");
    await deliver();
    expect(receiver.received.map(({ path }) => path)).not.toContain("/elsewhere");
    expect(await log()).toMatchObject([{ state: "queued", status }]);
  });

  it("does not leave for an inner network that nobody allowed, and says so", async () => {
    await add(["tag.*"]);
    await admin.setting.update({ section: "network", values: { allowedNetworks: [] }, secrets: {}, version: 1 });
    await createRecord(admin, "tag");
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(await log()).toMatchObject([
      { state: "queued", status: null, error: expect.stringContaining("nicht erlaubt") },
    ]);
  });

  it("is signed with the former secret, too, for a day", async () => {
    const { id, secret: former } = await add(["tag.*"]);
    const { secret } = await admin.webhook.renewSecret({ id });
    await admin.webhook.test({ id });
    await deliver();
    expect([isSigned(secret), isSigned(former)]).toEqual([true, true]);
    office.advance(86_400_001);
    await admin.webhook.test({ id });
    await deliver();
    expect([isSigned(secret, 1), isSigned(former, 1)]).toEqual([true, false]);
  });

  it("is forgotten after a month", async () => {
    await add(["tag.*"]);
    await createRecord(admin, "tag");
    await deliver();
    office.advance(31 * 86_400_000);
    await removeOldDeliveries(office.services);
    expect(await log()).toEqual([]);
  });
});
