import { beforeEach, describe, expect, it } from "vitest";
import { createSession } from "../../../server/auth/sessions.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";

const chromeOnMac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

let office: Office;
let jana: Person;
let timo: Person;
let chief: Api;
let desk: string;
let elsewhere: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire();
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
  const at = { userId: jana.id, now: office.services.now() };
  desk = (await createSession(office.services.db, at)).id;
  elsewhere = (await createSession(office.services.db, { ...at, userAgent: chromeOnMac, ip: "203.0.113.7" })).id;
  chief = await office.as(timo);
});

const idsIn = async (table: "sessions" | "apiTokens" | "calendarFeeds", { id }: Person) =>
  (await office.services.db.selectFrom(table).select("id").where("userId", "=", id).execute()).map((row) => row.id);
const sessionIds = (person: Person) => idsIn("sessions", person);
const programsOf = async (person: Person) =>
  (await idsIn("apiTokens", person)).length + (await idsIn("calendarFeeds", person)).length;
const changes = () => office.services.db.selectFrom("changes").selectAll().orderBy("id").execute();
const titles = async () =>
  (await office.services.db.selectFrom("notifications").select(["forUserId", "title"]).orderBy("id").execute()).map(
    ({ forUserId, title }) => [forUserId, title],
  );

describe("the sessions of somebody else", () => {
  it("are seen and ended by no other role, and not by an admin whose proof is old", async () => {
    const of = { userId: jana.id };
    for (const role of ["readonly", "member", "maintainer"] as const) {
      const other = await office.as(await office.hire({ role }));
      await expect(other.session.listOf(of)).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(other.session.revokeOf({ ...of, id: elsewhere })).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(other.session.revokeAllOf(of)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    office.advance(10 * 60_000);
    const unconfirmed = { cause: { code: "unconfirmed" } };
    await expect(chief.session.revokeOf({ ...of, id: elsewhere })).rejects.toMatchObject(unconfirmed);
    await expect(chief.session.revokeAllOf(of)).rejects.toMatchObject(unconfirmed);
    expect((await sessionIds(jana)).toSorted()).toEqual([desk, elsewhere].toSorted());
    expect([await titles(), office.disconnected]).toEqual([[], []]);
  });

  it("are neither the own ones, nor those of a third, nor of nobody", async () => {
    const [timos] = await sessionIds(timo);
    const precondition = { cause: { code: "precondition" } };
    await expect(chief.session.revokeOf({ userId: timo.id, id: timos ?? "" })).rejects.toMatchObject(precondition);
    await expect(chief.session.revokeAllOf({ userId: timo.id })).rejects.toMatchObject(precondition);
    const third = await office.hire();
    for (const refused of [
      () => chief.session.revokeOf({ userId: third.id, id: elsewhere }),
      () => chief.session.revokeAllOf({ userId: "niemand" }),
      () => chief.session.listOf({ userId: "niemand" }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await sessionIds(jana)).toHaveLength(2);
  });

  it("are listed for an admin, who ends one: its sockets are cut, and its person is told", async () => {
    const { data } = await chief.session.listOf({ userId: jana.id });
    expect(data.map(({ id }) => id).toSorted()).toEqual([desk, elsewhere].toSorted());
    expect(data.find(({ id }) => id === elsewhere)).toMatchObject({ device: "Chrome auf macOS", ip: "203.0.113.7" });
    await chief.session.revokeOf({ userId: jana.id, id: elsewhere });
    expect(await sessionIds(jana)).toEqual([desk]);
    expect(office.disconnected).toEqual([{ sessionId: elsewhere }]);
    const about = { kind: "session.ended", subjectType: "user", subjectId: jana.id, actorId: timo.id };
    expect(await changes()).toMatchObject([{ ...about, afterJson: `{"device":"Chrome auf macOS"}` }]);
    expect(await titles()).toEqual([[jana.id, "Sitzung beendet"]]);
    expect(await office.services.db.selectFrom("mails").select("toUserId").execute()).toEqual([{ toUserId: jana.id }]);
  });

  it("end all at once, with tokens and calendar addresses unless those are to stay", async () => {
    const own = await office.as(jana);
    await own.apiToken.create({ name: "Skript", scopes: ["records:read"], days: 30 });
    await own.calendarFeed.create({ name: "Telefon", scope: "mine", categories: ["domain"] });
    await chief.session.revokeAllOf({ userId: jana.id, endsTokens: false });
    expect([await sessionIds(jana), await programsOf(jana)]).toEqual([[], 2]);
    expect(office.disconnected).toEqual([{ userId: jana.id }]);
    await chief.session.revokeAllOf({ userId: jana.id });
    expect(await programsOf(jana)).toBe(0);
    expect(await sessionIds(timo)).toHaveLength(1);
    const ended = { kind: "session.all-ended", subjectId: jana.id, actorId: timo.id };
    expect((await changes()).at(-1)).toMatchObject(ended);
    expect((await titles()).at(-1)).toEqual([jana.id, "Überall abgemeldet"]);
  });
});
