import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { incidents } from "../../../contract/incidents/incidents.ts";
import { plainState, toListInput } from "../../../contract/records/list-state.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { resolve } from "../../../server/features/incidents/resolve.ts";
import { onIncidentTold } from "../../../server/features/incidents/tell.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import {
  bellOf,
  hostWithSites,
  listOpen,
  openIncidentOffice,
  sendDue,
  tellEvents,
  watch,
} from "../../support/incidents.ts";
import type { Office } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let office: Office;
let jana: Person;
let maren: Person;
let janas: Api;
let marens: Api;

beforeEach(async () => {
  ({ office, jana, maren, janas, marens } = await openIncidentOffice());
});

const open = async () =>
  (await listOpen(janas)).map(({ title, values }) => ({
    title,
    members: values.memberCount,
    severity: values.severity,
  }));
const newest = async () => {
  const { data } = await janas.incident.list({});
  return janas.incident.read({ id: data[0]?.id ?? "" });
};
describe("the message of an incident", () => {
  const message = async () => {
    const { db } = office.services;
    const query = db.selectFrom("notifications").select("message").where("forUserId", "=", jana.id);
    return (await query.orderBy("id", "desc").executeTakeFirst())?.message;
  };

  it("says first how many websites of how many customers a host takes with it, and then which", async () => {
    const { sites } = await hostWithSites(office, { count: 7, responsibleUserId: jana.id });
    await janas.website.update({
      params: { id: sites[0]?.id ?? "" },
      body: { customerId: (await createRecord(janas, "customer")).id },
      version: 1,
    });
    await tellEvents(office, "down", sites);
    await sendDue(office);
    expect(await message()).toMatch(
      /^Betroffen: 7 Websites von 2 Kunden\. (?:<b>[^<]+<\/b>(?:, )?){5} und 2 weitere\./,
    );
  });

  it("says of a host that is down alone what stands on it, and of a single website no number", async () => {
    const { host, sites } = await hostWithSites(office, { count: 2, responsibleUserId: jana.id });
    await janas.host.update({ params: { id: host.id }, body: { responsibleUserId: jana.id }, version: 1 });
    await tellEvents(office, "down", [host]);
    office.advance(5 * minute);
    await sendDue(office);
    expect(await message()).toContain("Darauf: 2 Websites von 1 Kunden. Betroffen: <b>web-2</b>.");
    const alone = await createRecord(janas, "website", { name: "Amsel", responsibleUserId: jana.id });
    await tellEvents(office, "down", [{ type: "website", id: alone.id }]);
    office.advance(5 * minute);
    await sendDue(office);
    expect(await message()).toMatch(/^Betroffen: <b>Amsel<\/b>\./);
    expect(sites).toHaveLength(2);
  });
});

describe("a host with forty websites that goes down (scenario A)", () => {
  it("is one incident with forty members, one message for each person and one when it is over", async () => {
    const { host, sites } = await hostWithSites(office, { count: 40, responsibleUserId: jana.id });
    await tellEvents(office, "failing", sites.slice(0, 1));
    await tellEvents(office, "down", sites);
    await sendDue(office);
    expect(await open()).toEqual([{ title: "Hoster web-40 ist gestört", members: 40, severity: "critical" }]);
    expect(await newest()).toMatchObject({ root: { type: "host", id: host.id, label: "web-40" }, memberCount: 40 });
    expect(await bellOf(office, jana)).toEqual(["Störung #1: Hoster web-40 ist gestört"]);

    await tellEvents(office, "down", [host]);
    await sendDue(office);
    expect(await open()).toMatchObject([{ members: 41 }]);
    expect(await bellOf(office, jana)).toHaveLength(1);

    office.advance(10 * minute);
    await tellEvents(office, "up", sites);
    expect(await open()).toHaveLength(1);
    await tellEvents(office, "up", [host]);
    await sendDue(office);
    expect(await open()).toEqual([]);
    expect(await newest()).toMatchObject({ state: "resolved", endReason: "fixed" });
    expect(await bellOf(office, jana)).toEqual([
      "Störung #1: Hoster web-40 ist gestört",
      "Behoben: Hoster web-40 ist gestört",
    ]);
    expect(await bellOf(office, maren)).toEqual([]);
  });

  it("is one incident also where its websites go down one after the other, and nobody hears of it twice", async () => {
    const { sites } = await hostWithSites(office, { count: 5, responsibleUserId: jana.id });
    await watch(office, sites);
    for (const site of sites) {
      await tellEvents(office, "down", [site]);
      await sendDue(office);
      office.advance(10 * second);
    }
    office.advance(2 * minute);
    await sendDue(office);
    expect(await open()).toMatchObject([{ title: "Hoster web-5 ist gestört", members: 5 }]);
    expect(await bellOf(office, jana)).toEqual(["Störung #1: Hoster web-5 ist gestört"]);
    const { data } = await janas.incident.list({ where: [{ field: "state", is: "oneOf", values: ["closed"] }] });
    expect(data).toHaveLength(1);
  });

  it("takes up the incident of the first without a second word to who has heard of it", async () => {
    const { sites } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
    const [first, ...others] = sites;
    await tellEvents(office, "down", first ? [first] : []);
    office.advance(100 * second);
    await sendDue(office);
    expect(await bellOf(office, jana)).toHaveLength(1);
    await tellEvents(office, "down", others);
    await sendDue(office);
    expect(await open()).toMatchObject([{ title: "Hoster web-3 ist gestört", members: 3 }]);
    expect(await bellOf(office, jana)).toHaveLength(1);
    await tellEvents(office, "up", sites);
    expect(await bellOf(office, jana)).toHaveLength(2);
  });
});

describe("a website by itself", () => {
  it("waits with its message for its siblings, at most ninety seconds, and says nothing if it is back by then", async () => {
    const { sites } = await hostWithSites(office, { count: 4, responsibleUserId: jana.id });
    const [site] = sites;
    if (!site) throw new Error("no site");
    await watch(office, sites);
    await tellEvents(office, "failing", [site]);
    const asked = await office.services.db
      .selectFrom("checks")
      .select("targetId")
      .where("askedAt", "is not", null)
      .execute();
    expect(asked.map(({ targetId }) => targetId).toSorted()).toEqual(
      sites
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    );
    office.advance(80 * second);
    await tellEvents(office, "down", [site]);
    await sendDue(office);
    expect(await bellOf(office, jana)).toEqual([]);

    const { db, now } = office.services;
    await db.updateTable("websites").set({ checkedAt: now().toISOString() }).execute();
    await sendDue(office);
    expect(await bellOf(office, jana)).toHaveLength(1);

    await tellEvents(office, "up", [site]);
    await db.updateTable("websites").set({ checkedAt: null }).execute();
    office.advance(hour);
    await tellEvents(office, "down", [site]);
    office.advance(30 * second);
    await sendDue(office);
    await tellEvents(office, "up", [site]);
    office.advance(hour);
    await sendDue(office);
    expect(await bellOf(office, jana)).toHaveLength(2);
  });

  it("is no longer over for a moment while it comes and goes", async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    await tellEvents(office, "down", sites);
    await tellEvents(office, "flapping", sites);
    await tellEvents(office, "up", sites);
    expect(await open()).toHaveLength(1);
    await tellEvents(office, "steady", sites);
    expect(await open()).toEqual([]);
  });

  it("is out of it once nobody looks at it any more: paused or archived", async () => {
    const { sites } = await hostWithSites(office, { count: 2, responsibleUserId: jana.id });
    await watch(office, sites);
    await tellEvents(office, "down", sites);
    const [paused, archived] = sites;
    const { db, now } = office.services;
    await db
      .updateTable("checks")
      .set({ pausedAt: now().toISOString() })
      .where("targetId", "=", paused?.id ?? "")
      .execute();
    await sendDue(office);
    expect(await open()).toHaveLength(1);
    const { version } = await janas.website.get({ id: archived?.id ?? "" });
    await janas.website.archive({ id: archived?.id ?? "", version });
    await sendDue(office);
    expect(await open()).toEqual([]);
    expect((await newest()).members.map(({ status }) => status)).toEqual(["ended", "ended"]);
  });

  it("counts by the service level of its customer", async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id, slaLevel: "premium" });
    await tellEvents(office, "down", sites);
    expect(await open()).toMatchObject([{ severity: "critical" }]);
    expect(await newest()).toMatchObject({ cause: "Keine Verbindung (Timeout)" });
  });
});

describe("while nobody takes care of it", () => {
  beforeEach(async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id, slaLevel: "premium" });
    await tellEvents(office, "down", sites);
    office.advance(2 * minute);
    await sendDue(office);
  });

  it("maintainers hear of it after a quarter of an hour, and people are reminded after 1, 4 and 24 hours", async () => {
    expect(await bellOf(office, maren)).toEqual([]);
    office.advance(14 * minute);
    await sendDue(office);
    expect(await bellOf(office, maren)).toHaveLength(1);
    for (const [hours, count] of [
      [1, 2],
      [4, 3],
      [24, 4],
      [48, 4],
    ] as const) {
      office.advance(hours * hour);
      await sendDue(office);
      await sendDue(office);
      expect(await bellOf(office, jana)).toHaveLength(count);
    }
  });

  it("a maintainer who heard of it so hears of it no second time when something of theirs comes in", async () => {
    const { host, sites } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id, slaLevel: "premium" });
    await tellEvents(office, "down", sites);
    office.advance(16 * minute);
    await sendDue(office);
    const ofHost = async () => (await bellOf(office, maren)).filter((title) => title.includes("web-3"));
    expect(await ofHost()).toHaveLength(1);
    const own = await createRecord(marens, "website", {
      hosts: [{ id: host.id, role: "web" }],
      responsibleUserId: maren.id,
    });
    await tellEvents(office, "down", [{ type: "website", id: own.id }]);
    await sendDue(office);
    expect(await newest()).toMatchObject({ root: { id: host.id }, memberCount: 4 });
    expect(await ofHost()).toHaveLength(1);
  });

  it("but not once somebody does, and again when they have let it go", async () => {
    const { id } = await newest();
    expect(await janas.incident.claim({ id })).toMatchObject({ state: "claimed" });
    office.advance(90 * minute);
    await sendDue(office);
    expect(await bellOf(office, jana)).toHaveLength(1);
    await janas.claim.release({ type: "incident", id });
    expect(await newest()).toMatchObject({ state: "open" });
    await sendDue(office);
    expect(await bellOf(office, jana)).toHaveLength(2);
  });

  it("whoever takes care of it changes what screens show, and sends nobody a message", async () => {
    const told = async () => ({
      bells: await office.services.db.selectFrom("notifications").select("id").execute(),
      mails: await office.services.db.selectFrom("mails").select("id").execute(),
    });
    const before = await told();
    const { id } = await newest();
    await marens.incident.claim({ id });
    office.advance(10 * minute);
    await sendDue(office);
    expect(await told()).toEqual(before);
    expect(office.signals.map(({ event }) => event)).toContain("incidentClaimed");
    expect((await janas.incident.banners({}))[0]).toMatchObject({ id, claim: { user: { name: "Maren Ahlers" } } });
  });

  it("is claimed by one of two who say so at once", async () => {
    const { id } = await newest();
    const both = await Promise.allSettled([janas.incident.claim({ id }), marens.incident.claim({ id })]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(office.signals.filter(({ event }) => event === "incidentClaimed").length).toBeGreaterThan(0);
  });
});

describe("what ends the portal in the midst of telling", () => {
  it("neither loses nor doubles a message, nor an incident", async () => {
    const { sites } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
    const isEnding = { now: true };
    // Whoever listens does so for good: the files after this one share the listeners of the worker.
    onTestFinished(() => {
      isEnding.now = false;
    });
    onIncidentTold(async () => {
      if (isEnding.now) throw new Error("The portal is gone.");
    });
    await tellEvents(office, "down", sites);
    await expect(sendDue(office)).rejects.toThrow("gone");
    expect(await bellOf(office, jana)).toEqual([]);
    isEnding.now = false;
    await Promise.all([sendDue(office), sendDue(office)]);
    expect(await bellOf(office, jana)).toHaveLength(1);
    isEnding.now = true;
    await expect(tellEvents(office, "up", sites)).rejects.toThrow("gone");
    expect(await open()).toHaveLength(1);
    isEnding.now = false;
    await tellEvents(office, "up", sites);
    await tellEvents(office, "up", sites);
    expect(await bellOf(office, jana)).toHaveLength(2);
  });
});

describe("an incident is refused", () => {
  it("to strangers, to be taken by who only reads, and to be closed by members", async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    await tellEvents(office, "down", sites);
    const { id } = await newest();
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf((await office.as()).incident.read({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(reader.incident.claim({ id }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(janas.incident.close({ id, reason: "fixed" }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(marens.incident.archive({ id, version: 1 }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(janas.incident.read({ id: "none" }))).code).toBe("NOT_FOUND");
    expect((await reader.incident.read({ id })).memberCount).toBe(1);
  });
});

describe("who looks after the portal", () => {
  it("ends an incident as a false alarm or as known, which is told to those who heard of it", async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    await tellEvents(office, "down", sites);
    office.advance(2 * minute);
    await sendDue(office);
    const { id, title } = await newest();
    await janas.incident.note({ id, text: "Der Kunde baut gerade um", clientId: "notiz-nummer-1" });
    await janas.incident.note({ id, text: "Der Kunde baut gerade um", clientId: "notiz-nummer-1" });
    expect(await marens.incident.close({ id, reason: "known" })).toMatchObject({ state: "closed", endReason: "known" });
    expect(await bellOf(office, jana)).toEqual([`Störung #1: ${title}`, `Bekannt: ${title}`]);
    expect((await refusalOf(marens.incident.close({ id, reason: "known" }))).code).toBe("PRECONDITION_FAILED");
    const { entries } = await janas.incident.page({ id });
    expect(entries.map(({ kind }) => kind)).toEqual(["opened", "told", "note", "closed"]);
  });

  it("may say otherwise how one ended, which stands in its course, disturbs nobody, and is not everybody's to say", async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    await tellEvents(office, "down", sites);
    office.advance(2 * minute);
    await sendDue(office);
    const { id } = await newest();
    const closed = await marens.incident.close({ id, reason: "known" });
    const heard = await bellOf(office, jana);
    expect((await refusalOf(janas.incident.close({ id, reason: "falseAlarm" }))).code).toBe("FORBIDDEN");
    expect((await janas.incident.page({ id })).can.close).toBe(false);
    const { version } = await marens.incident.get({ id });
    const stale = marens.incident.close({ id, reason: "falseAlarm", version: version - 1 });
    expect((await refusalOf(stale)).code).toBe("CONFLICT");

    office.advance(hour);
    const corrected = await marens.incident.close({ id, reason: "falseAlarm", version });
    expect(corrected).toMatchObject({ state: "closed", endReason: "falseAlarm", endedAt: closed.endedAt });
    expect(await bellOf(office, jana)).toEqual(heard);
    const { entries, can } = await marens.incident.page({ id });
    expect(can.close).toBe(true);
    expect(entries.at(-1)).toMatchObject({ kind: "corrected", text: "Falscher Alarm, bisher: Bekannt" });
    expect(entries.at(-1)?.by?.label).toBe("Maren Ahlers");
    const change = await office.services.db
      .selectFrom("changes")
      .select(["beforeJson", "afterJson", "actorId"])
      .where("kind", "=", "incident.corrected")
      .executeTakeFirstOrThrow();
    expect(change).toEqual({
      actorId: maren.id,
      beforeJson: JSON.stringify({ endReason: "known" }),
      afterJson: JSON.stringify({ endReason: "falseAlarm" }),
    });
  });

  it("cannot say how one ended that became a part of a larger one", async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    await tellEvents(office, "down", sites);
    const { id } = await newest();
    await office.services.db
      .updateTable("incidents")
      .set({ state: "closed", endReason: null, endedAt: office.services.now().toISOString() })
      .where("id", "=", id)
      .execute();
    expect((await marens.incident.page({ id })).can.close).toBe(false);
    expect((await refusalOf(marens.incident.close({ id, reason: "fixed" }))).code).toBe("PRECONDITION_FAILED");
  });

  it("finds what is open first in the list, then what is over by its end, however it ended", async () => {
    const ids: string[] = [];
    for (const title of ["Eins", "Zwei", "Drei", "Vier"])
      ids.push((await marens.incident.create({ body: { title, severity: "info" } })).id);
    const [one = "", two = "", three = ""] = ids;
    await marens.incident.close({ id: two, reason: "known" });
    office.advance(hour);
    await transact(systemContext(office.services), (tx) => resolve(tx, three));
    office.advance(hour);
    await marens.incident.close({ id: one, reason: "fixed" });
    const { data } = await marens.incident.list({ orderBy: [...incidents.list.orderBy] });
    expect(data.map(({ title, values }) => [title, values.state])).toEqual([
      ["Vier", "open"],
      ["Eins", "closed"],
      ["Drei", "resolved"],
      ["Zwei", "closed"],
    ]);
  });

  it("reports what nobody measures by hand", async () => {
    const { id } = await janas.incident.create({ body: { title: "E-Mail-Versand steht", severity: "warning" } });
    await sendDue(office);
    expect(await bellOf(office, maren)).toEqual(["Störung #1: E-Mail-Versand steht"]);
    expect(await janas.incident.read({ id })).toMatchObject({ state: "open", root: null, memberCount: 0 });
    expect((await marens.incident.banners({})).map((each) => each.id)).toEqual([id]);
  });

  it("stands above what is over in a list that nobody has sorted", async () => {
    const { id: older } = await janas.incident.create({ body: { title: "E-Mail-Versand steht" } });
    const { id: newer } = await janas.incident.create({ body: { title: "Backup-Server voll" } });
    await marens.incident.close({ id: newer, reason: "fixed" });
    const listed = await janas.incident.list(toListInput(plainState(incidents), incidents));
    expect(listed.data.map(({ id }) => id)).toEqual([older, newer]);
  });

  it("takes back what was reported by hand, which ends it as a false alarm for whoever heard of it", async () => {
    const { id, version } = await janas.incident.create({ body: { title: "E-Mail-Versand steht" } });
    await sendDue(office);
    const timos = await office.as(await office.hire({ name: "Timo Brandt", role: "maintainer" }));
    await timos.incident.archive({ id, version });
    await sendDue(office);
    expect(await bellOf(office, maren)).toEqual([
      "Störung #1: E-Mail-Versand steht",
      "Falscher Alarm: E-Mail-Versand steht",
    ]);
    expect(await janas.incident.read({ id })).toMatchObject({ state: "closed", endReason: "falseAlarm" });
    const { entries } = await janas.incident.page({ id });
    expect(entries.map(({ kind }) => kind)).toEqual(["opened", "told", "closed"]);
  });
});

describe("the own connection that is gone (scenario H)", () => {
  it("is one incident without a target, told to maintainers, and over when it is back", async () => {
    await tellEvents(office, "connectivityLost", [{ type: "website", id: "-" }]);
    await tellEvents(office, "connectivityLost", [{ type: "website", id: "-" }]);
    await sendDue(office);
    expect(await open()).toMatchObject([{ title: "Eigene Internetverbindung gestört", members: 0 }]);
    expect(await bellOf(office, maren)).toHaveLength(1);
    expect(await bellOf(office, jana)).toEqual([]);
    await tellEvents(office, "connectivityBack", [{ type: "website", id: "-" }]);
    expect(await open()).toEqual([]);
    expect(await bellOf(office, maren)).toHaveLength(2);
  });
});
