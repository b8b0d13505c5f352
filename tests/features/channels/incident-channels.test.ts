import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import type { Api } from "../../../server/features/router.ts";
import { adminOf, announce, valuesFor } from "../../support/channel-office.ts";
import { hostWithSites, sendDue, tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type ChatService, openChatService } from "../../support/servers/chat-services.ts";

const minute = 60_000;

let office: Office;
let admin: Api;
let chats: ChatService[];

beforeEach(async () => {
  office = await openOffice();
  admin = await adminOf(office);
  chats = [];
});
afterEach(() => Promise.all(chats.map((chat) => chat.close())));

async function join(service: "matrix" | "teams" | "ntfy", rule: object = {}) {
  const chat = await openChatService(service);
  chats.push(chat);
  const body = { service, name: service, values: valuesFor(service, chat.receiver.url) };
  const { id: channelId } = await admin.channel.create({ body });
  await admin.channel.createRule({ body: { categories: ["incident"], channelId, ...rule } });
  return chat;
}

describe("an incident of a host with twenty websites", () => {
  it("is one message in a room that is changed until it is over, and two where a service cannot change any", async () => {
    const [room, teams] = [await join("matrix"), await join("teams")];
    const jana = await office.hire({ name: "Jana Petersen" });
    const { host, sites } = await hostWithSites(office, { count: 20, responsibleUserId: jana.id });
    await tellEvents(office, "down", sites);
    await sendDue(office);
    await deliverMessages(office.services);
    expect(room.shown()).toHaveLength(1);
    expect(room.shown()[0]?.text).toContain("Hoster web-20 ist gestört");
    expect(room.shown()[0]?.text).toContain("und 15 weitere");
    await tellEvents(office, "down", [host]);
    await sendDue(office);
    office.advance(10 * minute);
    await tellEvents(office, "up", [...sites, host]);
    await sendDue(office);
    await deliverMessages(office.services);
    expect(room.shown()).toMatchObject([{ changes: 1 }]);
    expect(room.shown()[0]?.text).toContain("Behoben: Störung #1");
    expect(teams.shown().map(({ changes }) => changes)).toEqual([0, 0]);
  });

  it("says who takes care of it in the message that stands there, and sends none for that", async () => {
    const [room, teams, ntfy] = [await join("matrix"), await join("teams"), await join("ntfy")];
    const jana = await office.hire({ name: "Jana Petersen" });
    const { sites } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
    const janas = await office.as(jana);
    await tellEvents(office, "down", sites);
    const { id } = await office.services.db.selectFrom("incidents").select("id").executeTakeFirstOrThrow();
    await janas.claim.claim({ type: "incident", id });
    await deliverMessages(office.services);
    expect([room, teams, ntfy].map((each) => each.shown().length)).toEqual([0, 0, 0]);
    await janas.claim.release({ type: "incident", id });
    office.advance(2 * minute);
    await sendDue(office);
    await deliverMessages(office.services);
    expect(room.shown()[0]?.text).not.toContain("Kümmert sich");
    await janas.claim.claim({ type: "incident", id });
    await deliverMessages(office.services);
    expect(room.shown()).toMatchObject([{ changes: 1, text: expect.stringContaining("Jana Petersen") }]);
    expect([teams, ntfy].map((each) => each.receiver.received.length)).toEqual([1, 1]);
    await janas.claim.release({ type: "incident", id });
    await deliverMessages(office.services);
    expect(room.shown()).toMatchObject([{ changes: 2, text: expect.not.stringContaining("Jana Petersen") }]);
  });

  it("names to a room of one customer that customer's websites alone, to its end", async () => {
    const jana = await office.hire({ name: "Jana Petersen" });
    const { host, sites, customerId } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
    const { id: otherId } = await createRecord(admin, "customer", { name: "Weingut Amsel" });
    const values = { name: "amsel.example", customerId: otherId, hosts: [{ id: host.id, role: "web" }] };
    const amsel = { type: "website" as const, id: (await createRecord(admin, "website", values)).id };
    const [theirs, everybody] = [await join("matrix", { customerIds: [otherId] }), await join("matrix")];
    const { title: first } = await admin.customer.get({ id: customerId });
    await tellEvents(office, "down", [...sites, amsel]);
    office.advance(2 * minute);
    await sendDue(office);
    await deliverMessages(office.services);
    expect(everybody.shown()[0]?.text).toContain(first);
    expect(theirs.shown()).toMatchObject([{ text: expect.stringContaining("Weingut Amsel") }]);
    expect(theirs.shown()[0]?.text).toContain("amsel.example");
    expect(theirs.shown()[0]?.text).toContain("Hoster web-3 ist gestört");
    expect(theirs.shown()[0]?.text).not.toContain(first);
    // The rule is gone by then, and what the room may hear of is not.
    for (const { id } of await admin.channel.rules({})) await admin.channel.deleteRule({ id });
    office.advance(10 * minute);
    await tellEvents(office, "up", [...sites, amsel]);
    await sendDue(office);
    await deliverMessages(office.services);
    expect(theirs.shown()).toMatchObject([{ changes: 1, text: expect.stringContaining("Behoben") }]);
    expect(theirs.shown()[0]?.text).not.toContain(first);
    expect(everybody.shown()[0]?.text).toContain(first);
  });

  it("is told for its customers, and to a person by rule who is not in charge of it", async () => {
    const jana = await office.hire({ name: "Jana Petersen" });
    const onCall = await office.hire({ name: "Bereitschaft" });
    const { customerId, sites } = await hostWithSites(office, { count: 5, responsibleUserId: jana.id });
    const [theirs, others] = [
      await join("matrix", { customerIds: [customerId] }),
      await join("teams", { categories: ["system"] }),
    ];
    for (const { id: userId } of [jana, onCall]) await admin.channel.createRule({ body: { userId } });
    await tellEvents(office, "down", sites);
    await sendDue(office);
    await deliverMessages(office.services);
    expect(theirs.shown()).toHaveLength(1);
    expect(others.shown()).toEqual([]);
    const bells = await office.services.db.selectFrom("notifications").select("forUserId").execute();
    expect(bells.map(({ forUserId }) => forUserId).sort()).toEqual([jana.id, onCall.id].sort());
  });
});

describe("what follows on a message that may have arrived", () => {
  /** What a portal leaves that dies over an answer: the message is there, and nobody knows by what name. */
  async function dieOver(topicKey: string) {
    const { db, now } = office.services;
    const at = now().toISOString();
    await db.updateTable("channelThreads").set({ remoteJson: null }).where("topicKey", "=", topicKey).execute();
    const left = { state: "queued", begunAt: at, deliveredAt: null, attempts: 0 } as const;
    await db
      .updateTable("channelDeliveries")
      // Others are to send it again from the moment at which it is let go.
      .set({ ...left, nextAttemptAt: at, claimedBy: null })
      .where("topicKey", "=", topicKey)
      .where("state", "=", "delivered")
      .execute();
  }

  it("waits for it, and changes it", async () => {
    const room = await join("matrix");
    await announce(office);
    await deliverMessages(office.services);
    office.advance(1000);
    await announce(office, { state: "ended", title: "Behoben: web03" });
    office.advance(1000);
    await dieOver("incident:1");
    await deliverMessages(office.services);
    expect(room.shown()).toMatchObject([{ changes: 0, text: expect.stringContaining("web03 antwortet nicht") }]);
    office.advance(1000);
    await deliverMessages(office.services);
    expect(room.shown()).toMatchObject([{ changes: 1, text: expect.stringContaining("Behoben: web03") }]);
    const { db } = office.services;
    expect(await db.selectFrom("channelDeliveries").select("state").execute()).toEqual([
      { state: "delivered" },
      { state: "delivered" },
    ]);
  });
});
