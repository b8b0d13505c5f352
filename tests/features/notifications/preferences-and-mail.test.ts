import { beforeEach, describe, expect, it } from "vitest";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { transact } from "../../../server/db/transact.ts";
import { endSnoozes, removeExpiredNotifications } from "../../../server/features/notifications/commands.ts";
import { sendDigests } from "../../../server/features/notifications/notification-mails.ts";
import { type NewNotification, notify } from "../../../server/notifications/notify.ts";
import { runMailer } from "../../../server/portal/mailer.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type MailServerInTest, startMailServer, useMailServer } from "../../support/servers/mail-server.ts";

let office: Office;
let jana: Person;
let timo: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", email: "jana@agentur.example" });
  timo = await office.hire({ name: "Timo Brandt" });
});

async function tell(part: Partial<NewNotification> = {}): Promise<void> {
  await transact(await office.contextOf(timo), (tx) =>
    notify(tx, { forUserId: jana.id, title: "Neue Antwort", message: "von <b>Timo</b>", category: "chat", ...part }),
  );
}

const api = () => office.as(jana);
const bell = async (where: { read?: boolean; snoozed?: true; category?: "chat" | "device" } = {}) =>
  (await (await api()).notification.list({ where: { forUserId: jana.id, ...where } })).data;
const unread = async () =>
  (await (await api()).notification.list({ limit: 1, where: { forUserId: jana.id, read: false } })).totalPages;
const stored = () => office.services.db.selectFrom("notifications").selectAll().execute();

describe("a stranger", () => {
  it("decides on nothing", async () => {
    const { notification } = await office.as();
    const calls = [
      notification.getPreferences(),
      notification.setChannel({ topic: "chat", channel: "mail", isOn: true }),
      notification.setQuietHours({ quiet: quietHours }),
      notification.setAbsence({ awayUntil: null }),
      notification.snooze({ id: "x", until: "hour" }),
      notification.deleteAll({}),
      notification.markAllRead({}),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

const quietHours = { isOn: true, from: "20:00", to: "06:30", weekend: false, criticalAnyway: true, silencesLive: true };

/** By a schema, or by a command. */
interface Refusal {
  code: string;
  cause: { fields?: Record<string, string[]>; issues?: { path: string[] }[] };
}

describe("refused input", () => {
  it.each([
    ["channel", "setChannel", { topic: "signIn", channel: "mail", isOn: true }],
    ["quiet.from", "setQuietHours", { quiet: { ...quietHours, from: "25:00" } }],
    ["awayUntil", "setAbsence", { awayUntil: "2026-02-30" }],
    ["awayUntil", "setAbsence", { awayUntil: "2026-11-19" }],
    ["awayUntil", "setAbsence", { awayUntil: "2028-01-01" }],
  ] as const)("names %s of %s", async (field, procedure, input) => {
    const { notification } = await api();
    const call = notification[procedure] as (input: unknown) => Promise<unknown>;
    const refused: Refusal = await call(input).then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect(refused.code).toBe("BAD_REQUEST");
    const { fields = {}, issues = [] } = refused.cause;
    expect([...Object.keys(fields), ...issues.map(({ path }) => path.join("."))]).toEqual([field]);
  });

  it("does not tell a foreign notification from a missing one when it is put away", async () => {
    await tell();
    const [row] = await bell();
    const foreign = await (await office.as(timo)).notification
      .snooze({ id: row?.id ?? "", until: "hour" })
      .catch((e) => e);
    expect(foreign).toMatchObject({ code: "NOT_FOUND" });
    const missing = await (await api()).notification.snooze({ id: "gibt-es-nicht", until: "hour" }).catch((e) => e);
    expect(foreign.message).toBe(missing.message);
  });
});

describe("preferences", () => {
  it("are the person's own, kept and recorded", async () => {
    const { notification } = await api();
    expect(await notification.getPreferences()).toMatchObject({
      channels: {},
      awayUntil: null,
      canMail: false,
      version: 0,
    });
    await notification.setChannel({ topic: "chat", channel: "mail", isOn: true });
    await notification.setQuietHours({ quiet: quietHours });
    expect(await notification.setAbsence({ awayUntil: "2026-11-27" })).toMatchObject({
      channels: { chat: { mail: true } },
      quiet: quietHours,
      awayUntil: "2026-11-27",
      version: 3,
    });
    expect(await (await office.as(timo)).notification.getPreferences()).toMatchObject({ version: 0, awayUntil: null });
    const changes = await office.services.db.selectFrom("changes").select(["kind", "subjectId"]).execute();
    expect(changes).toEqual(Array(3).fill({ kind: "user.notifications-changed", subjectId: jana.id }));
  });
});

describe("a notification", () => {
  it("is not written for whoever did it, for people who left, nor for those who want none", async () => {
    await tell({ forUserId: timo.id });
    await tell({ forUserId: timo.id, actorId: null });
    const gone = await office.hire({ name: "Gone" });
    await (await office.as(await office.hire({ role: "admin", name: "Chef" }))).user.deactivate({ id: gone.id });
    await tell({ forUserId: gone.id });
    const { notification } = await api();
    for (const channel of ["bell", "digest"] as const)
      await notification.setChannel({ topic: "chat", channel, isOn: false });
    await tell();
    expect((await stored()).map(({ forUserId }) => forUserId)).toEqual([timo.id]);
    await tell({ severity: "critical" });
    expect(await unread()).toBe(1);
  });

  it("without the bell is neither counted, listed nor signalled, yet mailed", async () => {
    const { notification } = await api();
    await notification.setChannel({ topic: "chat", channel: "bell", isOn: false });
    office.signals.length = 0;
    await tell();
    expect(await bell()).toEqual([]);
    expect(await unread()).toBe(0);
    expect(office.signals).toEqual([]);
    expect(await stored()).toMatchObject([{ inBell: 0, inDigest: 1, expiresAt: expect.any(String) }]);
  });

  it("has a title of at most 140 characters, whatever it is made of", async () => {
    await tell({ title: "🦊".repeat(200) });
    const [row] = await bell();
    expect([...(row?.title ?? "")]).toHaveLength(140);
    expect(row?.title.endsWith("🦊…")).toBe(true);
  });

  it("vanishes when its time is over", async () => {
    await tell({ expiresAt: new Date(office.services.now().getTime() + hourMs) });
    await removeExpiredNotifications(office.services);
    expect(await unread()).toBe(1);
    office.advance(hourMs);
    await removeExpiredNotifications(office.services);
    expect(await stored()).toEqual([]);
  });
});

describe("notifications that are alike", () => {
  const groupKey = "chat:1";

  it("become one while it is unread and young, which counts the bell up once", async () => {
    await tell({ groupKey });
    office.advance(14 * minuteMs);
    await tell({ groupKey, title: "Zweite Antwort" });
    office.advance(14 * minuteMs);
    await tell({ groupKey, title: "Dritte Antwort" });
    expect(await bell()).toMatchObject([{ title: "Dritte Antwort", count: 3, createdAt: office.services.now() }]);
    expect(office.signals.map(({ event }) => event)).toEqual([
      "newNotification",
      "notificationChanged",
      "notificationChanged",
    ]);
    expect(await unread()).toBe(1);
  });

  it("stay apart when read, put away, older than 15 minutes, of another group or another person", async () => {
    await tell({ groupKey });
    const { notification } = await api();
    const [first] = await bell();
    await notification.update({ params: { id: first?.id ?? "" }, body: { read: true } });
    await tell({ groupKey });
    const [second] = await bell({ read: false });
    await notification.snooze({ id: second?.id ?? "", until: "hour" });
    await tell({ groupKey });
    office.advance(15 * minuteMs);
    await tell({ groupKey });
    await tell({ groupKey: "chat:2" });
    await tell({});
    await tell({});
    expect((await stored()).map(({ count }) => count)).toEqual(Array(7).fill(1));
  });
});

describe("a notification that is put away", () => {
  it("leaves bell and badge, and comes back unread and announced", async () => {
    await tell();
    await tell({ title: "Bleibt", category: "device" });
    const { notification } = await api();
    const put = (await bell({ category: "chat" }))[0];
    const id = put?.id ?? "";
    await notification.update({ params: { id }, body: { read: true } });
    const until = new Date(office.services.now().getTime() + hourMs);
    expect(await notification.snooze({ id, until: "hour" })).toMatchObject({ id, snoozedUntil: until });
    expect((await bell()).map(({ title }) => title)).toEqual(["Bleibt"]);
    expect((await bell({ snoozed: true })).map((row) => row.id)).toEqual([id]);
    expect(await unread()).toBe(1);
    expect(await notification.deleteAll({})).toEqual({ deleted: 1 });

    office.signals.length = 0;
    office.advance(hourMs - 1);
    await endSnoozes(office.services);
    expect(office.signals).toEqual([]);
    office.advance(1);
    await endSnoozes(office.services);
    await endSnoozes(office.services);
    expect(office.signals).toEqual([
      { event: "newNotification", payload: { notification: { id, title: "Neue Antwort" } }, toUserId: jana.id },
    ]);
    expect(await bell({ read: false })).toMatchObject([{ id, snoozedUntil: null, createdAt: office.services.now() }]);
  });

  it("can be fetched back at once", async () => {
    await tell();
    const { notification } = await api();
    const [row] = await bell();
    await notification.snooze({ id: row?.id ?? "", until: "nextWeek" });
    expect(await notification.snooze({ id: row?.id ?? "", until: null })).toMatchObject({
      snoozedUntil: null,
      read: false,
    });
    expect(await unread()).toBe(1);
  });
});

it("everything is read, or deleted, at once, and nobody else's", async () => {
  await tell();
  await tell();
  await tell({ forUserId: timo.id, actorId: null });
  const { notification } = await api();
  expect(await notification.markAllRead({})).toEqual({ marked: 2 });
  expect(await unread()).toBe(0);
  expect(await notification.deleteAll({})).toEqual({ deleted: 2 });
  expect((await stored()).map(({ forUserId }) => forUserId)).toEqual([timo.id]);
});

describe("by mail", () => {
  let server: MailServerInTest;
  beforeEach(async () => {
    server = await startMailServer();
    await useMailServer(office, server);
    await (await api()).notification.setChannel({ topic: "chat", channel: "mail", isOn: true });
  });
  const round = () => runMailer(office.services);

  it("it comes at once, with its link and how to end that", async () => {
    await tell({
      message: 'von <b>Timo</b> <img src=x onerror=alert(1)> &amp; <a href="/wiki">Seite</a>',
      link: "/feedback/x",
    });
    await round();
    await round();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.headers.get("subject")).toBe("Neue Antwort");
    expect(mail?.text).toContain("von Timo <img /> & Seite");
    expect(mail?.html).not.toContain("<img");
    expect(mail?.text).toContain("https://portal.example/feedback/x");
    expect(mail?.text).toContain(`https://portal.example/users/${jana.id}/notifications`);
    expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers.get("list-unsubscribe")).toContain("https://portal.example/api/mail/unsubscribe?t=mail.");
    // What was mailed is not mailed again the next morning.
    expect(await stored()).toMatchObject([{ inDigest: 0, mailDueAt: null }]);
  });

  it("it waits for the end of the quiet hours, then comes in one mail, without what was read meanwhile", async () => {
    office.advance(10 * hourMs);
    await tell({ title: "Eins" });
    await tell({ title: "Zwei" });
    await tell({ title: "Drei" });
    await round();
    expect(server.received).toEqual([]);
    expect(await unread()).toBe(3);
    const { notification } = await api();
    const two = (await bell()).find(({ title }) => title === "Zwei");
    office.advance(1000);
    await notification.update({ params: { id: two?.id ?? "" }, body: { read: true } });
    office.advance(3 * 24 * hourMs - 14 * hourMs);
    await round();
    expect(server.received).toEqual([]);
    office.advance(hourMs);
    await round();
    expect(server.received.map(({ headers }) => headers.get("subject"))).toEqual(["2 neue Benachrichtigungen"]);
    expect(server.received[0]?.text).toMatch(/Chats\n-----\n– (Eins|Drei)/);
    expect(server.received[0]?.text).not.toContain("Zwei");
  });

  it("what is critical comes in the night", async () => {
    office.advance(10 * hourMs);
    await tell({ severity: "critical", category: "system" });
    await round();
    expect(server.received).toHaveLength(1);
  });

  it("it waits while its person is away", async () => {
    await (await api()).notification.setAbsence({ awayUntil: "2026-11-24" });
    await tell();
    await round();
    await sendDigests(office.services);
    expect(await unread()).toBe(1);
    office.advance(4 * 24 * hourMs);
    await round();
    expect(server.received).toEqual([]);
    office.advance(24 * hourMs);
    await round();
    expect(server.received).toHaveLength(1);
  });

  it("the daily one gathers what is unread by category, each thing once", async () => {
    await tell({ category: "device", title: "Notebook übergeben", link: "/devices/1" });
    await tell({ category: "device", title: "Gelesen" });
    await tell({ category: "feedback", title: "Erledigt", groupKey: "f" });
    await tell({ category: "feedback", title: "Erledigt", groupKey: "f" });
    const { notification } = await api();
    const seen = (await bell()).find(({ title }) => title === "Gelesen");
    await notification.update({ params: { id: seen?.id ?? "" }, body: { read: true } });
    await sendDigests(office.services);
    await sendDigests(office.services);
    await round();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.text).toContain("Geräte\n------\n– Notebook übergeben (10:13)");
    expect(mail?.text).toContain("– Erledigt (+1 ähnliche) (10:13)");
    expect(mail?.text).toContain("https://portal.example/devices/1");
    expect(mail?.text).not.toContain("Gelesen");
    expect(mail?.headers.get("list-unsubscribe")).toContain("t=digest.");
  });

  it("never costs the bell: without a server everything is in it", async () => {
    await server.stop();
    await tell();
    await round();
    expect(await unread()).toBe(1);
    expect(await office.services.db.selectFrom("mails").select("state").execute()).toEqual([{ state: "queued" }]);
  });
});
