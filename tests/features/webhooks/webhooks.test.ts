import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { webhookRetrySeconds } from "../../../contract/webhooks/webhooks.ts";
import type { Api } from "../../../server/features/router.ts";
import { deliverDue } from "../../../server/features/webhooks/deliver.ts";
import { removeOldDeliveries } from "../../../server/jobs/deliveries.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";
import { createPage } from "../../support/wiki/wiki.ts";

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

/** What has arrived, in words. */
const told = () =>
  receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return `${type} ${data.id}`;
  });

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

it("a webhook that is switched off keeps its description", async () => {
  const body = { url: `${receiver.url}/hook`, description: "Kasse", events: ["*"] };
  const { id } = await admin.webhook.create({ body });
  await admin.webhook.update({ params: { id }, body: { isEnabled: false }, version: 1 });
  expect(await admin.webhook.list({})).toMatchObject([{ description: "Kasse", isEnabled: false }]);
});

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
      expect(await refusalOf(api.webhook.resend({ id }))).toMatchObject({ code });
    }
    expect(await admin.webhook.list({})).toHaveLength(1);
  });

  it.each([
    [{ url: "ftp://a.example" }, "body.url"],
    [{ url: "http://user:pw@a.example/" }, "body.url"],
    [{ events: [] }, "body.events"],
    [{ events: ["nirgends.created"] }, "body.events.0"],
  ])("with %j, at its field", async (wrong, field) => {
    const body = { url: "https://a.example/", description: "", events: ["*"], isEnabled: true, ...wrong };
    await expectRefusal(admin.webhook.create({ body }), "BAD_REQUEST", field);
  });

  it("when somebody else has changed them meanwhile", async () => {
    const { id } = await add(["*"]);
    await admin.webhook.update({ params: { id }, body: { description: "Erste" }, version: 1 });
    const late = { params: { id }, body: { description: "Zweite" }, version: 1 };
    await expectRefusal(admin.webhook.update(late), "CONFLICT");
  });
});

describe("a webhook that is gone", () => {
  it("is not found by any command, and takes its deliveries with it", async () => {
    const { id } = await add(["tag.*"]);
    await createRecord(admin, "tag");
    const [delivery] = await log();
    await admin.webhook.delete({ id });
    expect(await admin.webhook.list({})).toEqual([]);
    expect(await log()).toEqual([]);
    for (const call of [
      () => admin.webhook.update({ params: { id }, body: { description: "Zweite" }, version: 1 }),
      () => admin.webhook.delete({ id }),
      () => admin.webhook.renewSecret({ id }),
      () => admin.webhook.test({ id }),
      () => admin.webhook.resend({ id: delivery?.id ?? "" }),
    ])
      await expectRefusal(call(), "NOT_FOUND");
    await deliver();
    expect(receiver.received).toEqual([]);
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

  it("waits as long as the receiver asks it to", async () => {
    await add(["tag.*"]);
    receiver.answer(() => ({ status: 503, headers: { "Retry-After": "3600" } }));
    await createRecord(admin, "tag");
    await deliver();
    office.advance(3599_000);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    office.advance(1000);
    await deliver();
    expect(receiver.received).toHaveLength(2);
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

  it("about a restricted page leaves only while the owner of the webhook may read it", async () => {
    await add(["page.*"]);
    const nora = await office.hire({ name: "Nora", role: "admin" });
    const other = await office.as(nora);
    const secret = await createPage(admin, { visibility: "maintainers" });
    const own = await createPage(admin, { visibility: "private" });
    const foreign = await createPage(other, { visibility: "private" });
    const open = await createPage(other);
    const narrowed = await createPage(other);
    await other.page.setVisibility({ id: narrowed.id, visibility: "private" });
    await deliver();
    expect(told()).toEqual([`page.created ${secret.id}`, `page.created ${own.id}`, `page.created ${open.id}`]);
    const seen = JSON.stringify(await log());
    for (const { id } of [foreign, narrowed]) expect(seen).not.toContain(id);
    const seenByOther = JSON.stringify(await other.webhook.deliveries({}));
    expect([seenByOther.includes(secret.id), seenByOther.includes(own.id)]).toEqual([true, false]);

    receiver.received.length = 0;
    await other.page.setVisibility({ id: narrowed.id, visibility: "team" });
    await deliver();
    expect(told()).toEqual([`page.updated ${narrowed.id}`]);
  });

  it("about what is for maintainers ends with the account of its owner, and private pages change hands with the URL", async () => {
    const { id } = await add(["page.*"]);
    const nora = await office.hire({ name: "Nora", role: "admin" });
    const other = await office.as(nora);
    const own = await createPage(admin, { visibility: "private" });
    await other.webhook.update({ params: { id }, body: { url: `${receiver.url}/elsewhere` }, version: 1 });
    const theirs = await createPage(other, { visibility: "private" });
    await deliver();
    expect(told()).toEqual([`page.created ${theirs.id}`]);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/elsewhere"]);
    expect(JSON.stringify(await log())).not.toContain(own.id);

    receiver.received.length = 0;
    const deactivatedAt = office.services.now().toISOString();
    await office.services.db.updateTable("users").set({ deactivatedAt }).where("id", "=", nora.id).execute();
    await createPage(admin, { visibility: "maintainers" });
    const open = await createPage(admin);
    await deliver();
    expect(told()).toEqual([`page.created ${open.id}`]);
  });

  it("about a page's end leaves when everybody could read it", async () => {
    await add(["page.deleted"]);
    const pages = [await createPage(admin, { title: "Offen" })];
    pages.push(await createPage(admin, { title: "Geheim", visibility: "maintainers" }));
    pages.push(await createPage(admin, { title: "Mein", visibility: "private" }));
    for (const { id, title } of pages) {
      await admin.page.archive({ id });
      await admin.page.delete({ id, title });
    }
    await deliver();
    expect(told()).toEqual([`page.deleted ${pages[0]?.id}`]);
    expect(await log()).toHaveLength(1);
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
