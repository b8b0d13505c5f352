import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import type { Api } from "../../../server/features/router.ts";
import { notify } from "../../../server/notifications/notify.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { adminOf } from "../../support/channel-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let receiver: Receiver;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  receiver = await openReceiver();
  admin = await adminOf(office);
});
afterEach(() => receiver.close());

const gotify = (more: object = {}) => ({
  ...({ service: "gotify", name: "Betrieb", values: { server: receiver.url, token: "geheim-42" } } as const),
  ...more,
});
const deliver = () => deliverMessages(office.services);
const told = () => receiver.received.map(({ body }) => JSON.parse(body).title);

describe("channels are refused", () => {
  it("to strangers and to everybody who is no admin", async () => {
    const { id } = await admin.channel.create({ body: gotify() });
    const others = await Promise.all(
      (["maintainer", "member", "readonly"] as const).map((role) => office.hire({ role })),
    );
    for (const person of [undefined, ...others]) {
      const api = await office.as(person);
      const code = person ? "FORBIDDEN" : "UNAUTHORIZED";
      expect(await refusalOf(api.channel.list({}))).toMatchObject({ code });
      expect(await refusalOf(api.channel.rules({}))).toMatchObject({ code });
      expect(await refusalOf(api.channel.deliveries({}))).toMatchObject({ code });
      expect(await refusalOf(api.channel.create({ body: gotify() }))).toMatchObject({ code });
      expect(await refusalOf(api.channel.test({ id }))).toMatchObject({ code });
      expect(await refusalOf(api.channel.delete({ id }))).toMatchObject({ code });
      expect(await refusalOf(api.channel.createRule({ body: { channelId: id } }))).toMatchObject({ code });
    }
    expect(receiver.received).toEqual([]);
  });

  it.each([
    [{ server: "ftp://a.example", token: "t" }, "server"],
    [{ server: "https://anna:pw@a.example", token: "t" }, "server"],
    [{ server: "https://a.example" }, "token"],
    [{ server: "https://a.example", token: "t\r\nX-Andere: 1" }, "token"],
    [{ server: "https://a.example", token: "t", fremd: "1" }, "fremd"],
  ])("with the values %j, at their field", async (values, field) => {
    await expectRefusal(admin.channel.create({ body: gotify({ values }) }), "BAD_REQUEST", field);
  });

  it("when somebody else has changed them, and when they are not there", async () => {
    const { id } = await admin.channel.create({ body: gotify() });
    await admin.channel.update({ params: { id }, body: { name: "Neu" }, version: 1 });
    await expectRefusal(admin.channel.update({ params: { id }, body: { name: "Alt" }, version: 1 }), "CONFLICT");
    await expectRefusal(admin.channel.update({ params: { id: "weg" }, body: {}, version: 1 }), "NOT_FOUND");
    await expectRefusal(admin.channel.test({ id: "weg" }), "NOT_FOUND");
    await expectRefusal(admin.channel.resend({ id: "weg" }), "NOT_FOUND");
  });

  it.each([
    [{}, "body.channelId"],
    [{ channelId: "weg" }, "channelId"],
    [{ userId: "weg" }, "userId"],
    [{ times: "within", from: "18:00", to: "08:00", channelId: "weg" }, "body.to"],
  ] as const)("as rules %j, at their field", async (body, field) => {
    await expectRefusal(admin.channel.createRule({ body }), "BAD_REQUEST", field);
  });
});

describe("a channel", () => {
  it("wants its secrets again for another server: they were entered for this one", async () => {
    const { id } = await admin.channel.create({ body: gotify() });
    const values = { server: "https://sammler.example" };
    await expectRefusal(admin.channel.update({ params: { id }, version: 1, body: { values } }), "BAD_REQUEST", "token");
    await admin.channel.update({ params: { id }, version: 1, body: { values: { ...values, token: "anders" } } });
    expect((await admin.channel.list({}))[0]).toMatchObject({ values, secrets: ["token"] });
  });

  it("never gives its secrets back, keeps them when they are left out, and is in the audit log by its name", async () => {
    const { id } = await admin.channel.create({ body: gotify() });
    await admin.channel.update({ params: { id }, version: 1, body: { values: { server: `${receiver.url}/unter` } } });
    const [channel] = await admin.channel.list({});
    expect(channel).toMatchObject({ values: { server: `${receiver.url}/unter` }, secrets: ["token"], version: 2 });
    await admin.channel.test({ id });
    expect(receiver.received[0]).toMatchObject({ path: "/unter/message", headers: { "x-gotify-key": "geheim-42" } });
    const everything = JSON.stringify([
      await admin.channel.list({}),
      await admin.channel.deliveries({}),
      await office.services.db.selectFrom("channels").selectAll().execute(),
      await office.services.db.selectFrom("changes").selectAll().execute(),
    ]);
    expect(everything).not.toContain("geheim-42");
  });

  it("is made once, though the form was sent twice", async () => {
    const creationId = "01900000-0000-7000-8000-00000000000a";
    await admin.channel.create({ body: gotify(), creationId });
    await expectRefusal(admin.channel.create({ body: gotify(), creationId }), "CONFLICT");
    expect(await admin.channel.list({})).toHaveLength(1);
  });

  it("tells what the server says to a test, and writes it down", async () => {
    receiver.answer(() => ({ status: 401, body: '{"error":"Unauthorized","errorDescription":"falsches Token"}' }));
    const { id } = await admin.channel.create({ body: gotify() });
    const test = await admin.channel.test({ id });
    expect(test).toMatchObject({ isDelivered: false, status: 401, error: "Unauthorized: falsches Token" });
    expect(test.answer).toContain("falsches Token");
    receiver.answer(() => ({ status: 200, body: '{"id":1}' }));
    expect(await admin.channel.test({ id })).toMatchObject({ isDelivered: true, status: 200, error: null });
    expect((await admin.channel.deliveries({})).data.map(({ state }) => state)).toEqual(["delivered", "failed"]);
  });

  it("sends what has failed once more when asked, and nothing else", async () => {
    receiver.answer(() => ({ status: 404 }));
    const { id } = await admin.channel.create({ body: gotify() });
    await admin.channel.test({ id });
    const [failed] = (await admin.channel.deliveries({})).data;
    receiver.answer(() => ({ status: 200, body: "{}" }));
    await admin.channel.resend({ id: failed?.id ?? "" });
    await deliver();
    expect((await admin.channel.deliveries({})).data).toMatchObject([{ state: "delivered", attempts: 1 }]);
    await expectRefusal(admin.channel.resend({ id: failed?.id ?? "" }), "PRECONDITION_FAILED");
  });

  it("goes with its rules and its log", async () => {
    const { id } = await admin.channel.create({ body: gotify() });
    await admin.channel.createRule({ body: { channelId: id } });
    await admin.channel.test({ id });
    await admin.channel.delete({ id });
    expect(await admin.channel.list({})).toEqual([]);
    expect(await admin.channel.rules({})).toEqual([]);
    expect((await admin.channel.deliveries({})).data).toEqual([]);
  });
});

describe("a channel of one's own", () => {
  let anna: Person;
  let own: Api;

  beforeEach(async () => {
    anna = await office.hire({ name: "Anna" });
    own = await office.as(anna);
    await admin.channel.create({ body: gotify({ name: "Anna", userId: anna.id }) });
  });

  const tell = (more: object = {}) =>
    transact(systemContext(office.services), (tx) =>
      notify(tx, {
        forUserId: anna.id,
        title: "Neue Aufgabe",
        message: "<b>Bitte</b> ansehen",
        category: "task",
        ...more,
      }),
    );
  const open = () => own.notification.setChannel({ topic: "task", channel: "messenger", isOn: true });

  it("takes what its person chose for messengers, and the critical in any case", async () => {
    await tell();
    await deliver();
    expect(told()).toEqual([]);
    await tell({ title: "Kritisch", severity: "critical" });
    await open();
    await tell();
    await deliver();
    expect(told()).toEqual(["Kritisch", "Neue Aufgabe"]);
    expect(JSON.parse(receiver.received[1]?.body ?? "").message).toBe("Bitte ansehen");
  });

  it("waits for the end of the quiet hours, and not for what was read meanwhile", async () => {
    await open();
    office.advance(10 * hourMs);
    await tell({ title: "gelesen" });
    const { data } = await own.notification.list({ where: { forUserId: anna.id } });
    await own.notification.update({ params: { id: data[0]?.id ?? "" }, body: { read: true } });
    await tell({ title: "ungelesen" });
    await deliver();
    expect(told()).toEqual([]);
    office.advance(60 * hourMs);
    await deliver();
    expect(told()).toEqual(["ungelesen"]);
  });

  it("says nothing of what its person may no longer read, or once they have left", async () => {
    await open();
    const { id } = await createPage(admin, { title: "Nur für Betreuer", visibility: "maintainers" });
    await tell({ title: "geheime Seite", link: `/wiki/${id}` });
    await deliver();
    await tell({ title: "zu spät" });
    await office.services.db
      .updateTable("users")
      .set({ deactivatedAt: office.services.now().toISOString() })
      .where("id", "=", anna.id)
      .execute();
    await deliver();
    expect(told()).toEqual([]);
  });

  it("shows admins that something went there, and not what", async () => {
    await open();
    await tell({ title: "Vertraulich" });
    await deliver();
    const { data } = await admin.channel.deliveries({});
    expect(data).toMatchObject([{ title: null, text: "", person: "Anna", state: "delivered" }]);
    expect(JSON.stringify(data)).not.toContain("Vertraulich");
  });
});
