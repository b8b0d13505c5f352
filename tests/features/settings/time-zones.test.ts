import { beforeEach, describe, expect, it } from "vitest";
import { defaultPreferences, heldUntil, isAway } from "../../../contract/notifications/notification-preferences.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import { transact } from "../../../server/db/transact.ts";
import { sendDigests, sendDigestsElsewhere } from "../../../server/features/notifications/notification-mails.ts";
import { notify } from "../../../server/notifications/notify.ts";
import { runMailer } from "../../../server/portal/mailer.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type MailServerInTest, startMailServer, useMailServer } from "../../support/servers/mail-server.ts";

const newYork = "America/New_York";
const tokyo = "Asia/Tokyo";

describe("clocks elsewhere", () => {
  it.each([
    [newYork, "2026-11-20", "04:13", "2026-11-20T09:13:00.000Z"],
    [newYork, "2026-03-08", "03:00", "2026-03-08T07:00:00.000Z"],
    [tokyo, "2026-11-21", "00:30", "2026-11-20T15:30:00.000Z"],
    ["Pacific/Auckland", "2026-11-21", "08:00", "2026-11-20T19:00:00.000Z"],
  ])("show in %s %s %s at %s, and the portal's stay", (zone, day, time, moment) => {
    expect(portalMoment(day, time, zone).toISOString()).toBe(moment);
    expect(portalTime(new Date(moment), zone)).toMatchObject({ day, time });
    expect(portalTime(new Date("2026-11-20T09:13:00.000Z")).time).toBe("10:13");
  });

  it("move quiet hours and the end of an absence", () => {
    const there = { ...defaultPreferences, timeZone: newYork };
    const morning = portalMoment("2026-11-20", "10:00");
    expect(heldUntil(defaultPreferences, morning)).toBeUndefined();
    expect(heldUntil(there, morning)).toEqual(new Date("2026-11-20T12:00:00Z"));
    const away = { ...there, awayUntil: "2026-11-20" };
    expect(isAway({ ...away, timeZone: null }, new Date("2026-11-21T02:00:00Z"))).toBe(false);
    expect(isAway(away, new Date("2026-11-21T02:00:00Z"))).toBe(true);
  });
});

describe("a person elsewhere", () => {
  let office: Office;
  let jana: Person;
  let timo: Person;
  let server: MailServerInTest;
  beforeEach(async () => {
    office = await openOffice();
    jana = await office.hire({ name: "Jana Petersen", email: "jana@agentur.example" });
    timo = await office.hire({ name: "Timo Brandt", email: "timo@agentur.example" });
    server = await startMailServer();
    await useMailServer(office, server);
  });
  const choose = async (timeZone: string | null) => (await office.as(jana)).notification.setTimeZone({ timeZone });
  const tell = async () =>
    transact(await office.contextOf(), async (tx) => {
      for (const { id } of [jana, timo])
        await notify(tx, { forUserId: id, title: "Neue Antwort", message: "", category: "chat" });
    });
  const mailed = async () => {
    await runMailer(office.services);
    return server.received.splice(0).map(({ to }) => to[0]);
  };

  it.each(["Europa/Nirgends", "", "x".repeat(65)])("does not live in „%s“", async (timeZone) => {
    await expect(choose(timeZone)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await (await office.as(jana)).notification.getPreferences()).toMatchObject({ timeZone: null, version: 0 });
  });

  it("says so, and takes it back", async () => {
    expect(await choose(tokyo)).toMatchObject({ timeZone: tokyo, version: 1 });
    expect(await choose(null)).toMatchObject({ timeZone: null, version: 2 });
  });

  it("gets the daily mail at 08:00 there, with what came before, once", async () => {
    await choose(newYork);
    await tell();
    await sendDigests(office.services);
    await sendDigestsElsewhere(office.services);
    expect(await mailed()).toEqual(["timo@agentur.example"]);
    office.advance(3.75 * hourMs);
    await sendDigestsElsewhere(office.services);
    expect(await mailed()).toEqual([]);
    office.advance(hourMs / 4);
    await tell();
    await sendDigestsElsewhere(office.services);
    await sendDigestsElsewhere(office.services);
    expect(await mailed()).toEqual(["jana@agentur.example"]);
    const waiting = await office.services.db
      .selectFrom("notifications")
      .select("forUserId")
      .where("inDigest", "=", 1)
      .execute();
    expect(waiting.map(({ forUserId }) => forUserId).sort()).toEqual([jana.id, timo.id].sort());
  });

  it("gets none on a Saturday there, while it is Friday here", async () => {
    await choose("Pacific/Auckland");
    await tell();
    office.advance(10 * hourMs);
    await sendDigestsElsewhere(office.services);
    expect(await mailed()).toEqual([]);
  });
});
