import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChannelRule } from "../../../contract/channels/channels.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { forgetOldThreads } from "../../../server/features/channels/announcements.ts";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import type { Api } from "../../../server/features/router.ts";
import { announceToTeam } from "../../../server/notifications/announce.ts";
import { adminOf, announce } from "../../support/channel-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

let office: Office;
let receiver: Receiver;
let admin: Api;

// A Friday, 10:13 in Berlin.
beforeEach(async () => {
  office = await openOffice();
  receiver = await openReceiver();
  admin = await adminOf(office);
});
afterEach(() => receiver.close());

const add = async (more: object = {}) => {
  const values = { server: receiver.url, token: "t" };
  return (await admin.channel.create({ body: { service: "gotify", name: "Betrieb", values, ...more } })).id;
};
type RuleBody = Partial<Pick<ChannelRule, "categories" | "minSeverity" | "times" | "from" | "to">> & {
  customerIds?: string[];
  channelId?: string;
  userId?: string;
};
const rule = (body: RuleBody) => admin.channel.createRule({ body });
const deliver = () => deliverMessages(office.services);
const told = () => receiver.received.map(({ body }) => JSON.parse(body).title);

describe("a rule", () => {
  it("lets through its categories, from its severity on, and nothing else", async () => {
    const channelId = await add();
    await rule({ categories: ["incident"], minSeverity: "critical", channelId });
    await announce(office, { topicKey: "a", category: "system", title: "andere Kategorie" });
    await announce(office, { topicKey: "b", severity: "warning", title: "zu leise" });
    await announce(office, { topicKey: "c", title: "passt" });
    await deliver();
    expect(told()).toEqual(["passt"]);
  });

  it("for some customers hears of nothing else, and of nothing at all once they are gone", async () => {
    const { id: customerId } = await createRecord(admin, "customer", { name: "Bäckerei Meier" });
    const channelId = await add();
    await rule({ customerIds: [customerId], channelId });
    await announce(office, { topicKey: "a", title: "niemand" });
    await announce(office, { topicKey: "b", title: "andere", customerIds: ["anderer"] });
    await announce(office, { topicKey: "c", title: "Meier", customerIds: ["anderer", customerId] });
    await deliver();
    expect(told()).toEqual(["Meier"]);
    await office.services.db.deleteFrom("customers").where("id", "=", customerId).execute();
    await announce(office, { topicKey: "d", title: "nach dem Kunden", customerIds: ["anderer"] });
    await deliver();
    expect(told()).toEqual(["Meier"]);
  });

  it("holds in or out of working hours, on the agency's days", async () => {
    const channelId = await add();
    await rule({ times: "outside", from: "08:00", to: "18:00", channelId });
    await announce(office, { topicKey: "a", title: "Freitag 10:13" });
    office.advance(8 * hourMs);
    await announce(office, { topicKey: "b", title: "Freitag 18:13" });
    office.advance(16 * hourMs);
    await announce(office, { topicKey: "c", title: "Samstag 10:13" });
    await deliver();
    expect(told().sort()).toEqual(["Freitag 18:13", "Samstag 10:13"]);
  });

  it("leads to a channel once, though two rules name it", async () => {
    const channelId = await add();
    await rule({ channelId });
    await rule({ minSeverity: "info", channelId });
    await announce(office);
    await deliver();
    expect(told()).toHaveLength(1);
  });

  it("leads to a person by their own ways, unless they know already, and tells them of the end they waited for", async () => {
    const [anna, told] = [await office.hire({ name: "Anna" }), await office.hire({ name: "Ben" })];
    await rule({ userId: anna.id });
    await rule({ userId: told.id });
    await announce(office, { toldUserIds: [told.id], text: "<b>kein</b> Markup" });
    await announce(office, { state: "changed", title: "Ben kümmert sich", toldUserIds: [told.id] });
    await announce(office, { state: "ended", title: "Behoben", toldUserIds: [told.id] });
    await announce(office, { topicKey: "x", state: "ended", title: "Ende von etwas, das vorher war" });
    const rows = await office.services.db.selectFrom("notifications").selectAll().execute();
    expect(rows).toMatchObject([{ forUserId: anna.id, title: "Behoben", count: 2, link: "/incidents/1" }]);
  });
});

describe("one topic", () => {
  it("ends where it was told of, and only there", async () => {
    const first = await add();
    const firstRule = await rule({ channelId: first });
    await announce(office);
    await deliver();
    await admin.channel.deleteRule({ id: firstRule.id });
    const second = await add({ name: "Neu" });
    await rule({ channelId: second });
    await announce(office, { state: "ended", title: "Behoben" });
    await deliver();
    expect(told()).toEqual(["web03 antwortet nicht", "Behoben"]);
  });

  it("that waits says only its last word", async () => {
    const quiet = { isOn: true, from: "19:00", to: "07:00", weekend: true, criticalAnyway: false };
    const channelId = await add({ quiet });
    await rule({ channelId });
    office.advance(10 * hourMs);
    await announce(office);
    await announce(office, { state: "ended", title: "In der Nacht behoben" });
    expect((await deliver())?.toISOString()).toBe("2026-11-23T06:00:00.000Z");
    expect(told()).toEqual([]);
    office.advance(60 * hourMs);
    await deliver();
    expect(told()).toEqual(["In der Nacht behoben"]);
  });

  it("that is critical comes in quiet hours all the same", async () => {
    const quiet = { isOn: true, from: "19:00", to: "07:00", weekend: true, criticalAnyway: true };
    await rule({ channelId: await add({ quiet }) });
    office.advance(10 * hourMs);
    await announce(office, { topicKey: "a", severity: "warning", title: "wartet" });
    await announce(office, { topicKey: "b", title: "kommt" });
    await deliver();
    expect(told()).toEqual(["kommt"]);
  });

  it("is not said in an old form after a newer one, though the old one failed", async () => {
    await rule({ channelId: await add() });
    receiver.answer(() => {
      // While the first message is under way the end comes, which the failed first one must not follow.
      return { status: 500 };
    });
    await announce(office);
    await deliver();
    await office.services.db.updateTable("channelDeliveries").set({ claimedBy: "another process" }).execute();
    office.advance(1000);
    await announce(office, { state: "ended", title: "Behoben" });
    await office.services.db.updateTable("channelDeliveries").set({ claimedBy: null }).execute();
    receiver.answer(() => ({ status: 200, body: "{}" }));
    office.advance(hourMs);
    await deliver();
    expect(told()).toEqual(["web03 antwortet nicht", "Behoben"]);
  });

  it("is forgotten three months after it was last spoken of", async () => {
    await rule({ channelId: await add() });
    await announce(office);
    await deliver();
    office.advance(91 * 24 * hourMs);
    await forgetOldThreads(office.services);
    await announce(office, { state: "ended" });
    await deliver();
    expect(told()).toHaveLength(1);
  });

  it("leaves nothing when its transaction fails", async () => {
    await rule({ channelId: await add() });
    const failing = transact(systemContext(office.services), async (tx) => {
      await announceToTeam(tx, {
        topicKey: "a",
        state: "open",
        category: "incident",
        severity: "critical",
        title: "nie",
        text: "",
        link: "/",
        customerIds: [],
      });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    await deliver();
    expect(told()).toEqual([]);
    expect((await admin.channel.deliveries({})).totalItems).toBe(0);
  });
});

describe("a channel that is off", () => {
  it("hears of nothing new, and what waited leaves when it is on again", async () => {
    const id = await add();
    await rule({ channelId: id });
    receiver.answer(() => ({ status: 503 }));
    await announce(office);
    await deliver();
    await admin.channel.update({ params: { id }, body: { isEnabled: false }, version: 1 });
    await announce(office, { topicKey: "neu", title: "neu" });
    office.advance(hourMs);
    receiver.answer(() => ({ status: 200, body: "{}" }));
    await deliver();
    expect(told()).toHaveLength(1);
    await admin.channel.update({ params: { id }, body: { isEnabled: true }, version: 2 });
    await deliver();
    expect(told()).toEqual(["web03 antwortet nicht", "web03 antwortet nicht"]);
  });
});
