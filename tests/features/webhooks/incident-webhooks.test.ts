import { afterEach, beforeEach, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { deliverDue } from "../../../server/features/webhooks/deliver.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { hostWithSites, sendDue, tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

let office: Office;
let receiver: Receiver;
let jana: Person;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  receiver = await openReceiver();
  jana = await office.hire({ name: "Jana Petersen" });
  admin = await office.as(await office.hire({ role: "admin" }));
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  const body = { url: `${receiver.url}/hook`, description: "", events: ["incident.*"], isEnabled: true };
  await admin.webhook.create({ body });
});
afterEach(() => receiver.close());

/** What has arrived since the last time, in words; several may leave at once. */
async function told(): Promise<string[]> {
  await deliverDue(office.services);
  return receiver.received
    .splice(0)
    .map(({ body }) => {
      const { type, data } = JSON.parse(body);
      return `${type} ${data.id}`;
    })
    .toSorted();
}

it("a webhook hears of an incident from its opening to its end, and of what it takes up", async () => {
  const { sites } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
  await told();
  const [first, ...others] = sites;
  await tellEvents(office, "down", first ? [first] : []);
  office.advance(100_000);
  await sendDue(office);
  const { data } = await admin.incident.list({});
  const id = data[0]?.id ?? "";
  expect(await told()).toEqual([`incident.created ${id}`]);
  await tellEvents(office, "down", others);
  await sendDue(office);
  expect(await told()).toEqual([`incident.widened ${id}`]);
  await admin.incident.claim({ id });
  expect(await told()).toEqual([`incident.claimed ${id}`]);
  await tellEvents(office, "up", sites);
  expect(await told()).toEqual([`incident.resolved ${id}`]);
  await admin.incident.close({ id, reason: "falseAlarm" });
  expect(await told()).toEqual([`incident.closed ${id}`]);
});
