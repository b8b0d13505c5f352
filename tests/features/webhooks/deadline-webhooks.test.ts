import { afterEach, beforeEach, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { deliverDue } from "../../../server/features/webhooks/deliver.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
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
  const body = { url: `${receiver.url}/hook`, description: "", events: ["deadline.*"], isEnabled: true };
  await admin.webhook.create({ body });
});
afterEach(() => receiver.close());

/** What has arrived since the last time, in words; several may leave at once. */
async function told(): Promise<string[]> {
  await deliverDue(office.services);
  return receiver.received.splice(0).map(({ body }) => {
    const { type, data, ...rest } = JSON.parse(body);
    expect(Object.keys(rest)).toEqual(["timestamp"]);
    return `${type} ${data.id}`;
  });
}

it("a webhook hears of a deadline that its record makes, and of all that becomes of it", async () => {
  const { id: domainId } = await createRecord(admin, "domain", { renewsAt: "2027-03-01", noticeDays: 30 });
  const { data } = await admin.deadline.list({ targetType: "domain", targetId: domainId });
  const [cancel, renewal] = data.map(({ id }) => id);
  expect(new Set(await told())).toEqual(new Set([`deadline.created ${cancel}`, `deadline.created ${renewal}`]));
  await admin.deadline.complete({ id: cancel ?? "" });
  expect(await told()).toEqual([`deadline.completed ${cancel}`]);
  await admin.deadline.reopen({ id: cancel ?? "" });
  expect(await told()).toEqual([`deadline.reopened ${cancel}`]);
  await admin.term.renew({ type: "domain", id: domainId });
  const open = (await admin.deadline.list({ targetType: "domain", targetId: domainId })).data.map(({ id }) => id);
  expect(new Set(await told())).toEqual(
    new Set([cancel, renewal].map((id) => `deadline.renewed ${id}`).concat(open.map((id) => `deadline.created ${id}`))),
  );
  const { data: history } = await admin.change.list({ type: "domain", id: domainId });
  expect(history.filter(({ what }) => what === "deadline.renewed")).toMatchObject([
    { by: expect.any(Object) },
    { by: expect.any(Object) },
  ]);
  await admin.deadline.decide({ id: open[0] ?? "", decision: "cancel" });
  expect(new Set(await told())).toEqual(new Set(open.map((id) => `deadline.updated ${id}`)));
});

it("a webhook hears of no deadline of a page that its owner may not read, nor of its end", async () => {
  const other = await office.as(await office.hire({ role: "admin" }));
  const { id: targetId } = await createPage(other, { visibility: "private" });
  const own = { label: "Nachsehen", dueOn: "2027-01-01" };
  const { id } = await other.deadline.create({ ...own, targetType: "page", targetId });
  await other.deadline.complete({ id });
  await other.deadline.delete({ id });
  const open = await other.deadline.create(own);
  expect(await told()).toEqual([`deadline.created ${open.id}`]);
});
