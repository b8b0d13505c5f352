import { beforeEach, describe, expect, it } from "vitest";
import { verifyPassword } from "../../../server/auth/passwords.ts";
import { createSession, findSession, keepAlive } from "../../../server/auth/sessions.ts";
import { type Api, createCaller } from "../../../server/features/router.ts";
import type { Person, PersonContext } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { hashQuickly } from "../../support/portal/quick-password.ts";

const password = "ein langes Passwort";
const chromeOnMac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

let office: Office;
let jana: Person;
let timo: Person;
let own: PersonContext;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ passwordHash: await hashQuickly(password) });
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
  own = (await office.contextOf(jana)) as PersonContext;
  api = createCaller(own);
});

const signInElsewhere = async (person = jana, userAgent = chromeOnMac) =>
  (
    await createSession(office.services.db, {
      userId: person.id,
      now: office.services.now(),
      userAgent,
      ip: "203.0.113.7",
    })
  ).id;
const sessionIds = async ({ id }: Person) =>
  (
    await office.services.db
      .selectFrom("sessions")
      .select("id")
      .where("userId", "=", id)
      .orderBy("createdAt")
      .orderBy("id")
      .execute()
  ).map((row) => row.id);
async function letProgramsIn(person: Person): Promise<void> {
  const theirs = await office.as(person);
  await theirs.apiToken.create({ name: "Skript", scopes: ["records:read"], days: 30 });
  await theirs.calendarFeed.create({ name: "Telefon", scope: "mine", categories: ["domain"] });
}
/** How many tokens and calendar addresses let programs in as a person. */
async function programsOf({ id }: Person): Promise<number> {
  const { db } = office.services;
  const tokens = await db.selectFrom("apiTokens").select("id").where("userId", "=", id).execute();
  const feeds = await db.selectFrom("calendarFeeds").select("id").where("userId", "=", id).execute();
  return tokens.length + feeds.length;
}
const changes = () => office.services.db.selectFrom("changes").selectAll().orderBy("id").execute();

describe("a stranger", () => {
  it("neither lists nor ends sessions", async () => {
    const stranger = await office.as();
    const unauthorized = { code: "UNAUTHORIZED" };
    await expect(stranger.session.list({})).rejects.toMatchObject(unauthorized);
    await expect(stranger.session.revoke({ id: own.sessionId })).rejects.toMatchObject(unauthorized);
    await expect(stranger.session.revokeAll()).rejects.toMatchObject(unauthorized);
    expect(await sessionIds(jana)).toEqual([own.sessionId]);
  });
});

describe("the list of sessions", () => {
  it("is the person's own, in pages, the last used first", async () => {
    office.advance(60_000);
    const elsewhere = await signInElsewhere();
    await signInElsewhere(timo);
    const list = await api.session.list({ limit: 1 });
    expect(list).toMatchObject({ totalItems: 2, totalPages: 2 });
    expect(list.data).toEqual([
      {
        id: elsewhere,
        device: "Chrome auf macOS",
        ip: "203.0.113.7",
        createdAt: office.services.now(),
        lastSeenAt: office.services.now(),
        isCurrent: false,
      },
    ]);
    expect((await api.session.list({ limit: 1, page: 2 })).data).toMatchObject([
      { id: own.sessionId, isCurrent: true },
    ]);
  });

  it.each([
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
      "Safari auf iPhone",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
      "Edge auf Windows",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox auf Linux"],
    [
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
      "Chrome auf Android",
    ],
    ["curl/8.5.0", "Unbekanntes Gerät"],
  ])("names the device of %s", async (userAgent, device) => {
    const id = await signInElsewhere(jana, userAgent);
    const { data } = await api.session.list({});
    expect(data.find((session) => session.id === id)?.device).toBe(device);
  });

  it("leaves out what has expired", async () => {
    office.advance(31 * 24 * 60 * 60 * 1000);
    expect(await api.session.list({})).toEqual({ data: [], totalItems: 0, totalPages: 0 });
  });
});

describe("the life of a session", () => {
  const dayMs = 24 * 60 * 60 * 1000;

  it("lasts 30 days beyond its last use, and 90 in all however often it is used", async () => {
    const { db, now } = office.services;
    const { token } = await createSession(db, { userId: jana.id, now: now() });
    const ends: (string | undefined)[] = [];
    for (let day = 0; day < 90; day += 10) {
      const signedIn = await findSession(db, token, now());
      if (!signedIn) throw new Error(`gone after ${day} days`);
      await keepAlive(db, signedIn, now());
      ends.push((await findSession(db, token, now()))?.session.expires);
      office.advance(10 * dayMs);
    }
    expect(ends[3]).toBe(new Date(now().getTime() - 30 * dayMs).toISOString());
    expect(new Set(ends.slice(6))).toEqual(new Set([now().toISOString()]));
    expect(await findSession(db, token, now())).toBeUndefined();
  });

  it("ends after 90 days also where a longer one was stored", async () => {
    const { db, now } = office.services;
    const { token } = await createSession(db, { userId: jana.id, now: now() });
    const expiresAt = new Date(now().getTime() + 200 * dayMs).toISOString();
    await db.updateTable("sessions").set({ expiresAt }).execute();
    office.advance(90 * dayMs - 1);
    expect(await findSession(db, token, now())).toBeDefined();
    office.advance(1);
    expect(await findSession(db, token, now())).toBeUndefined();
  });
});

describe("ending a session", () => {
  it("of somebody else is answered like a missing one, also to admins", async () => {
    const admin = await office.as(timo);
    const foreign = await admin.session.revoke({ id: own.sessionId }).catch((error) => error);
    const missing = await admin.session.revoke({ id: "gibt-es-nicht" }).catch((error) => error);
    expect(foreign).toMatchObject({ code: "NOT_FOUND", message: missing.message });
    expect(await sessionIds(jana)).toEqual([own.sessionId]);
    expect(office.disconnected).toEqual([]);
    expect(await changes()).toEqual([]);
  });

  it("cuts its sockets and leaves the others", async () => {
    const elsewhere = await signInElsewhere();
    expect(await api.session.revoke({ id: elsewhere })).toEqual({ id: elsewhere });
    expect(await sessionIds(jana)).toEqual([own.sessionId]);
    expect(office.disconnected).toEqual([{ sessionId: elsewhere }]);
    expect(await changes()).toMatchObject([{ kind: "session.ended", subjectId: elsewhere, actorId: jana.id }]);
  });

  it("everywhere ends API tokens and calendar addresses as well, unless they are to stay, and nobody else's", async () => {
    await letProgramsIn(timo);
    await letProgramsIn(jana);
    await api.session.revokeAll({ endsTokens: false });
    expect(await programsOf(jana)).toBe(2);
    await (await office.as(jana)).session.revokeAll();
    expect([await programsOf(jana), await programsOf(timo)]).toEqual([0, 2]);
    expect((await changes()).map(({ kind }) => kind).slice(-3)).toEqual([
      "apiToken.revoked",
      "calendarFeed.deleted",
      "session.all-ended",
    ]);
  });

  it("everywhere ends this one too, and nobody else's", async () => {
    await signInElsewhere();
    const other = await signInElsewhere(timo);
    expect(await api.session.revokeAll()).toEqual({ endedSessions: 2 });
    expect(await sessionIds(jana)).toEqual([]);
    expect(await sessionIds(timo)).toEqual([other]);
    expect(office.disconnected).toEqual([{ userId: jana.id }]);
    expect(await changes()).toMatchObject([{ kind: "session.all-ended", afterJson: `{"endedSessions":2}` }]);
  });
});

describe("changing the password", () => {
  const newPassword = "ein anderes Passwort";
  const change = (currentPassword: string, to = newPassword) =>
    api.user.changePassword({ currentPassword, newPassword: to });
  const hashOf = async () =>
    (await office.services.db.selectFrom("users").select("passwordHash").where("id", "=", jana.id).executeTakeFirst())
      ?.passwordHash ?? null;

  it("is refused with a wrong current password, and ends nothing", async () => {
    const elsewhere = await signInElsewhere();
    await expect(change("falsch")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { fields: { currentPassword: [expect.any(String)] } },
    });
    expect(await sessionIds(jana)).toEqual([own.sessionId, elsewhere]);
    expect(await changes()).toEqual([]);
  });

  it("is refused for a new password that is too short or too long", async () => {
    for (const to of ["kurz", "x".repeat(201)])
      await expect(change(password, to)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        cause: { issues: [{ path: ["newPassword"] }] },
      });
  });

  it("is locked after five wrong passwords, also at the same time", async () => {
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => change("falsch")));
    const codes = results.map((result) => (result.status === "rejected" ? result.reason.code : "accepted"));
    expect(codes.filter((code) => code === "BAD_REQUEST")).toHaveLength(5);
    expect(codes.filter((code) => code === "TOO_MANY_REQUESTS")).toHaveLength(2);
    await expect(change(password)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      cause: { retryAfterSeconds: 15 * 60 },
    });
  });

  it("happens once when it is asked for twice at the same time", async () => {
    const results = await Promise.allSettled([change(password), change(password, "noch ein Passwort")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("ends API tokens and calendar addresses unless they are to stay, and says so", async () => {
    await letProgramsIn(jana);
    await api.user.changePassword({ currentPassword: password, newPassword, endsTokens: false });
    expect(await programsOf(jana)).toBe(2);
    await change(newPassword, "noch ein Passwort");
    expect(await programsOf(jana)).toBe(0);
    const told = await office.services.db.selectFrom("notifications").select("message").orderBy("id").execute();
    expect(told.at(-1)?.message).toContain("Auch 1 API-Token und 1 Kalender-Adresse gelten nicht mehr.");
    expect(told.at(-2)?.message).not.toContain("gelten");
  });

  it("ends the person's other sessions and their sockets, and keeps this one", async () => {
    const elsewhere = await signInElsewhere();
    expect(await change(password)).toEqual({ endedSessions: 1 });
    expect(await verifyPassword(await hashOf(), newPassword)).toBe(true);
    expect(await sessionIds(jana)).toEqual([own.sessionId]);
    expect(office.disconnected).toEqual([{ sessionId: elsewhere }]);
    const recorded = await changes();
    expect(recorded).toMatchObject([{ kind: "user.password-changed", subjectId: jana.id }]);
    expect(JSON.stringify(recorded)).not.toMatch(/argon2|Passwort/);
  });
});
