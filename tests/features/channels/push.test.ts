import { createECDH } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireValue } from "../../../contract/narrowing.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import { encryptPush } from "../../../server/features/channels/push/encryption.ts";
import { readPushKey } from "../../../server/features/channels/push/vapid.ts";
import type { Api } from "../../../server/features/router.ts";
import { notify } from "../../../server/notifications/notify.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openVault } from "../../../server/vault.ts";
import { adminOf } from "../../support/channel-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";
import { decrypt, openPushService } from "../../support/servers/push-service.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

describe("the encryption", () => {
  const browserKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  const auth = "BTBZMqHH6r4Tts7J_aSIgg";
  const plain = "When I grow up, I want to be a watermelon";

  it("gives the example of RFC 8291, and its browser reads it", () => {
    const sealed = encryptPush(
      Buffer.from(plain),
      { p256dh: browserKey, auth },
      { privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), salt: bytes("DGv6ra1nlYgDCS1FRnbzlw") },
    );
    expect(sealed.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
    const browser = createECDH("prime256v1");
    browser.setPrivateKey(bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"));
    expect(decrypt(sealed, browser, bytes(auth)).toString("utf8")).toBe(plain);
  });

  it("is another one each time", () => {
    const [one, other] = [1, 2].map(() => encryptPush(Buffer.from(plain), { p256dh: browserKey, auth }));
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });
});

let office: Office;
let admin: Api;
let anna: Person;
let own: Api;
let key = "";
let service: Awaited<ReturnType<typeof openPushService>>;

beforeEach(async () => {
  office = await openOffice();
  admin = await adminOf(office);
  anna = await office.hire({ name: "Anna" });
  own = await office.as(anna);
  service = await openPushService(() => key);
  key = (await own.pushSubscription.state()).publicKey;
});
afterEach(() => service.close());

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
const deliver = () => deliverMessages(office.services);

describe("a device is refused", () => {
  it("to strangers, and nobody sees, tests or removes another person's", async () => {
    expect(await refusalOf((await office.as()).pushSubscription.create(service.subscription))).toMatchObject({
      code: "UNAUTHORIZED",
    });
    const { id } = await own.pushSubscription.create(service.subscription);
    expect((await admin.pushSubscription.state()).devices).toEqual([]);
    await expectRefusal(admin.pushSubscription.test({ id }), "NOT_FOUND");
    await expectRefusal(admin.pushSubscription.delete({ id }), "NOT_FOUND");
    expect(service.received).toEqual([]);
  });

  it.each([
    [{ endpoint: "ftp://push.example/1" }, "endpoint"],
    [{ endpoint: "https://a:b@push.example/1" }, "endpoint"],
    [{ p256dh: "kurz" }, "p256dh"],
    [{ auth: "kein/base64url+++++++++" }, "auth"],
  ])("with %j, at its field", async (wrong, field) => {
    await expectRefusal(own.pushSubscription.create({ ...service.subscription, ...wrong }), "BAD_REQUEST", field);
  });

  it("when there are twenty", async () => {
    for (let index = 0; index < 20; index += 1)
      await own.pushSubscription.create({ ...service.subscription, endpoint: `${service.origin}/push/${index}` });
    await expectRefusal(own.pushSubscription.create(service.subscription), "PRECONDITION_FAILED");
    await own.pushSubscription.create({ ...service.subscription, endpoint: `${service.origin}/push/7` });
    expect((await own.pushSubscription.state()).devices).toHaveLength(20);
  });

  it("in the own network, unless it is allowed", async () => {
    await admin.setting.update({ section: "network", values: { allowedNetworks: [] }, secrets: {}, version: 1 });
    const { id } = await own.pushSubscription.create(service.subscription);
    expect(await own.pushSubscription.test({ id })).toMatchObject({ isDelivered: false, status: null });
    expect(service.received).toEqual([]);
  });
});

describe("a push message", () => {
  it("reaches the device encrypted and signed, and leads where the notification does", async () => {
    await own.pushSubscription.create(service.subscription);
    await tell({ link: "/tasks?task=1" });
    await deliver();
    const [first] = service.received;
    const { headers, message, claims } = requireValue(first);
    expect(message).toMatchObject({
      title: "Neue Aufgabe",
      text: "Bitte ansehen",
      url: "https://portal.example/tasks?task=1",
    });
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "normal" });
    expect(String(headers.topic)).toMatch(/^[\w-]{1,32}$/);
    const now = office.services.now().getTime() / 1000;
    expect(claims).toMatchObject({ aud: service.origin, sub: "https://portal.example" });
    expect(claims.exp - now).toBeGreaterThan(0);
    expect(claims.exp - now).toBeLessThanOrEqual(24 * 3600);
  });

  it("names the mail address of the agency where there is one, and is urgent when it is critical", async () => {
    const mail = { host: "mail.example", fromEmail: "portal@agentur.example" };
    await admin.setting.update({ section: "mail", values: mail, secrets: {}, version: 0 });
    await own.pushSubscription.create(service.subscription);
    await tell({ severity: "critical" });
    await deliver();
    expect(service.received[0]).toMatchObject({
      claims: { sub: "mailto:portal@agentur.example" },
      headers: { urgency: "high" },
    });
  });

  it("comes for no topic that its person has closed", async () => {
    await own.pushSubscription.create(service.subscription);
    await own.notification.setChannel({ topic: "task", channel: "push", isOn: false });
    await tell();
    await deliver();
    expect(service.received).toEqual([]);
  });

  it("comes though nothing else is wanted", async () => {
    await own.pushSubscription.create(service.subscription);
    for (const channel of ["bell", "digest", "live"] as const)
      await own.notification.setChannel({ topic: "task", channel, isOn: false });
    await tell();
    await deliver();
    expect(service.received).toHaveLength(1);
    expect((await own.notification.list({ where: { forUserId: anna.id } })).data).toEqual([]);
  });

  it.each([404, 410])("ends the device that answers %i, and is not tried again", async (status) => {
    await own.pushSubscription.create(service.subscription);
    service.answerWith(status);
    await tell();
    expect(await deliver()).toBeUndefined();
    expect((await own.pushSubscription.state()).devices).toEqual([]);
    expect((await admin.channel.deliveries({})).data).toEqual([]);
  });

  it("is tried again when the service is busy", async () => {
    await own.pushSubscription.create(service.subscription);
    service.answerWith(503);
    await tell();
    const due = await deliver();
    expect(due?.getTime()).toBe(office.services.now().getTime() + 5000);
    service.answerWith(201);
    office.advance(5000);
    await deliver();
    expect((await own.pushSubscription.state()).devices).toMatchObject([{ lastDeliveredAt: office.services.now() }]);
  });

  it("tells its person what the service says to a test", async () => {
    const { id } = await own.pushSubscription.create(service.subscription);
    expect(await own.pushSubscription.test({ id })).toMatchObject({ isDelivered: true, status: 201 });
    expect(service.received[0]?.message.title).toBe("Browser-Push ist eingerichtet");
    service.answerWith(410);
    expect(await own.pushSubscription.test({ id })).toMatchObject({ isDelivered: false, status: 410 });
    expect((await own.pushSubscription.state()).devices).toEqual([]);
  });

  it("goes to whoever uses the browser now", async () => {
    await own.pushSubscription.create(service.subscription);
    await admin.pushSubscription.create(service.subscription);
    await tell();
    await deliver();
    expect(service.received).toEqual([]);
    expect((await admin.pushSubscription.state()).devices).toHaveLength(1);
  });
});

describe("the key that browsers subscribe for", () => {
  const kept = () => office.services.db.selectFrom("pushKeys").select("sealedPrivateKey").executeTakeFirstOrThrow();
  const withSecrets = (signingKey: string) => ({ ...office.services, signingKey, vault: openVault(signingKey) });

  it("outlives that another secrets.json lies there for a while", async () => {
    const before = await kept();
    const meanwhile = await readPushKey(withSecrets("another"));
    expect(meanwhile.publicKey.toString("base64url")).not.toBe(key);
    expect(await kept()).toEqual(before);
    expect((await own.pushSubscription.state()).publicKey).toBe(key);
  });

  it("is replaced once somebody subscribes for another, and by nothing else", async () => {
    const before = await kept();
    await own.pushSubscription.create(service.subscription);
    expect(await kept()).toEqual(before);
    const lost = openVault("lost").seal("AAAA");
    await office.services.db.updateTable("pushKeys").set({ sealedPrivateKey: lost }).execute();
    const { publicKey } = await own.pushSubscription.state();
    expect(await kept()).toEqual({ sealedPrivateKey: lost });
    await own.pushSubscription.create({ ...service.subscription, endpoint: `${service.origin}/push/7` });
    expect(office.services.vault.open((await kept()).sealedPrivateKey)).toMatch(/^[\w-]{43}$/);
    expect((await own.pushSubscription.state()).publicKey).toBe(publicKey);
  });
});
