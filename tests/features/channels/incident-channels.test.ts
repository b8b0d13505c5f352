import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import type { Api } from "../../../server/features/router.ts";
import { adminOf, valuesFor } from "../../support/channel-office.ts";
import { hostWithSites, sendDue, tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
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

async function join(service: "matrix" | "teams", rule: object = {}) {
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
