import { beforeEach, describe, expect, it } from "vitest";
import type { Whose } from "../../../contract/dashboard/dashboard.ts";
import type { NeedSourceName } from "../../../contract/dashboard/needs.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let jana: Person;
let timo: Person;
let maren: Person;
let chief: Person;
let api: Api;

/** The office opens on a Friday: 20.11.2026. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt", role: "readonly" });
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  chief = await office.hire({ name: "Chris Ohm", role: "admin" });
  api = await office.as(jana);
});

async function needs(source: NeedSourceName, person = jana, whose: Whose = "all") {
  const answer = await (await office.as(person)).dashboard.due({ whose, limit: 500 });
  return answer.needs.filter((need) => need.source === source);
}
const titles = async (...asked: Parameters<typeof needs>) => (await needs(...asked)).map(({ title }) => title);

describe("tasks", () => {
  it("are there with and without a day, and gone when they are done or put off", async () => {
    const dated = await api.task.create({ title: "Angebot schreiben", dueOn: "2026-11-22", assigneeUserId: jana.id });
    await api.task.create({ title: "Lager aufräumen" });
    await api.task.create({ title: "Weit weg", dueOn: "2027-06-01" });
    expect(await titles("task")).toEqual(["Angebot schreiben", "Lager aufräumen"]);
    expect((await needs("task"))[0]).toMatchObject({ days: 2, act: "complete", claimable: { type: "task" } });
    const { summary } = await api.dashboard.due({});
    expect(summary.mine).toMatchObject({ total: 2, soon: 1 });
    await api.task.complete({ id: dated.id });
    expect(await titles("task")).toEqual(["Lager aufräumen"]);
    const [left] = await needs("task");
    await api.task.snooze({ id: left?.id ?? "", until: "2026-11-23" });
    expect(await titles("task")).toEqual([]);
  });

  it("of customers with a higher service level come first, also by way of a record of theirs", async () => {
    const premium = await createRecord(api, "customer", { slaLevel: "premium" });
    const { id } = await createRecord(api, "website", { customerId: premium.id });
    for (let number = 1; number <= 12; number += 1)
      await api.task.create({ title: `Aufgabe ${number}`, dueOn: "2026-11-30", assigneeUserId: jana.id });
    const last = { title: "Formular prüfen", dueOn: "2026-12-02", assigneeUserId: jana.id };
    await api.task.create({ ...last, targetType: "website", targetId: id });
    const [first] = (await api.dashboard.due({ whose: "mine", limit: 10 })).needs;
    expect(first).toMatchObject({ title: "Formular prüfen", sla: "premium" });
  });

  it("are once in the list though their dates stand among the deadlines, and can only be read by readers", async () => {
    await api.task.create({ title: "Angebot schreiben", dueOn: "2026-11-22" });
    const all = (await (await office.as(timo)).dashboard.due({ whose: "all" })).needs;
    expect(all.map(({ title, act }) => [title, act])).toEqual([["Angebot schreiben", "open"]]);
  });

  it("about a page for maintainers are theirs alone", async () => {
    const rich = await office.as(maren);
    const page = await createRecord(rich, "page", { title: "Zugänge", visibility: "maintainers" });
    await rich.task.create({ title: "Zugänge prüfen", targetType: "page", targetId: page.id });
    expect(await titles("task", maren)).toEqual(["Zugänge prüfen"]);
    expect(await titles("task")).toEqual([]);
    expect((await api.dashboard.due({})).summary.all.total).toBe(0);
  });
});

describe("reviews of the wiki", () => {
  it("are told to those who may read the page", async () => {
    const rich = await office.as(maren);
    const body = { title: "Zugänge", visibility: "maintainers", responsibleUserId: maren.id, reviewEveryMonths: 1 };
    const page = await createRecord(rich, "page", body);
    await rich.page.confirm({ id: page.id, version: page.version });
    expect((await needs("deadline", maren)).map(({ kind, act }) => [kind, act])).toEqual([["wikiReview", "check"]]);
    expect(await needs("deadline")).toEqual([]);
  });
});

describe("feedback that belongs to nobody", () => {
  it("asks after more than seven days, until somebody is named", async () => {
    const entry = await createRecord(api, "feedback", { title: "Kalender zeigt eine Frist doppelt" });
    expect(await needs("feedback")).toEqual([]);
    office.advance(7 * dayMs + 1000);
    expect(await titles("feedback", maren, "team")).toEqual(["Kalender zeigt eine Frist doppelt"]);
    expect((await needs("feedback", maren))[0]?.act).toBe("assign");
    expect((await needs("feedback", timo))[0]?.act).toBe("open");
    const rich = await office.as(maren);
    await rich.feedback.update({ params: { id: entry.id }, body: { assigneeId: jana.id } });
    expect(await needs("feedback")).toEqual([]);
  });

  it("is put off by one person for themself", async () => {
    const { id } = await createRecord(api, "feedback", { title: "Kalender zeigt eine Frist doppelt" });
    office.advance(8 * dayMs);
    const key = { source: "feedback" as const, id };
    await expect(api.dashboard.snooze({ ...key, until: "2026-11-28" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await api.dashboard.snooze({ ...key, until: "2026-11-29" });
    await api.dashboard.snooze({ ...key, until: "2026-11-30" });
    expect(await needs("feedback")).toEqual([]);
    expect(await needs("feedback", maren)).toHaveLength(1);
    office.advance(2 * dayMs);
    expect(await needs("feedback")).toHaveLength(1);
  });
});

describe("what the inventory lacks", () => {
  it("names by type what nobody is responsible for, to those who can hand it on", async () => {
    await createRecord(api, "website", { name: "Amsel" });
    await createRecord(api, "website", { name: "Drossel", responsibleUserId: jana.id });
    expect(await needs("ownerless")).toMatchObject([
      { id: "website", title: "Websites", note: "1 ohne verantwortliche Person", act: "assign" },
    ]);
    expect(await needs("ownerless", timo)).toEqual([]);
    expect(await needs("ownerless", jana, "mine")).toEqual([]);
  });

  it("names active customers without an agreement, first whose service level is higher", async () => {
    const without = { avvStatus: "missing" };
    await createRecord(api, "customer", { ...without, name: "Amsel", responsibleUserId: jana.id });
    await createRecord(api, "customer", { ...without, name: "Zaunkönig", slaLevel: "premium" });
    await createRecord(api, "customer", { ...without, name: "Ehemals", status: "former" });
    await createRecord(api, "customer", { avvStatus: "signed", name: "Drossel" });
    expect(await titles("avv")).toEqual(["Zaunkönig", "Amsel"]);
    expect(await titles("avv", jana, "mine")).toEqual(["Amsel"]);
    expect(await titles("avv", jana, "team")).toEqual(["Zaunkönig"]);
    expect(await titles("avv", timo)).toEqual([]);
  });

  it("names websites whose backup is older than twice the cadence of their host", async () => {
    const host = await createRecord(api, "host", { name: "web03", backupCadence: "weekly" });
    const on = { hosts: [{ id: host.id, role: "web" }] };
    await createRecord(api, "website", { ...on, name: "Alt", backupLastAt: "2026-11-05" });
    await createRecord(api, "website", { ...on, name: "Neu", backupLastAt: "2026-11-06" });
    await createRecord(api, "website", { ...on, name: "Unbekannt" });
    await createRecord(api, "website", { name: "Ohne Rhythmus", backupLastAt: "2020-01-01" });
    expect(await titles("backup")).toEqual(["Alt"]);
    expect((await needs("backup"))[0]?.note).toContain("05.11.2026");
  });
});

describe("the backup of a host", () => {
  it("is asked for where it is older than twice its cadence, whether or not a website stands there", async () => {
    const old = { backupCadence: "daily", backupLastOkAt: "2026-11-08" };
    const mail = await createRecord(api, "host", { name: "mail01", ...old, responsibleUserId: jana.id });
    await createRecord(api, "host", { name: "neu", backupCadence: "daily", backupLastOkAt: "2026-11-18" });
    await createRecord(api, "host", { name: "wöchentlich", backupCadence: "weekly", backupLastOkAt: "2026-11-06" });
    await createRecord(api, "host", { name: "ohne Rhythmus", backupLastOkAt: "2020-01-01" });
    await createRecord(api, "host", { name: "unbekannt", backupCadence: "daily" });
    expect(await needs("hostBackup")).toMatchObject([
      {
        title: "mail01",
        note: "Letztes Backup von mail01 ist 12 Tage alt",
        href: `/hosts/${mail.id}`,
        act: "check",
        responsible: { id: jana.id },
      },
    ]);
    expect(await titles("hostBackup", jana, "mine")).toEqual(["mail01"]);
    const { version } = await api.host.get({ id: mail.id });
    await api.host.update({ params: { id: mail.id }, body: { backupLastOkAt: "2026-11-19" }, version });
    expect(await titles("hostBackup")).toEqual([]);
  });

  it("is asked for once: by the website that has no other, and else by the host", async () => {
    const old = { backupCadence: "daily", backupLastOkAt: "2026-11-08" };
    const [web, database, spare] = [
      await createRecord(api, "host", { name: "web01", ...old }),
      await createRecord(api, "host", { name: "db01", ...old }),
      await createRecord(api, "host", { name: "neu01", ...old, backupLastOkAt: "2026-11-19" }),
    ];
    const on = (...hosts: { id: string }[]) => ({ hosts: hosts.map(({ id }) => ({ id, role: "web" })) });
    await createRecord(api, "website", { ...on(web), name: "Amsel" });
    expect([await titles("backup"), await titles("hostBackup")]).toEqual([["Amsel"], ["db01"]]);
    await createRecord(api, "website", { ...on(database), name: "Eigenes Backup", backupLastAt: "2026-11-20" });
    await createRecord(api, "website", { ...on(database, spare), name: "Auf zweien" });
    expect([await titles("backup"), await titles("hostBackup")]).toEqual([["Amsel"], ["db01"]]);
  });

  it.each<Record<string, string>>([
    { backupCadence: "daily", backupLastOkAt: "2026-11-09" },
    { backupCadence: "daily" },
    // Not too old by its own cadence, but by that of the other.
    { backupCadence: "monthly", backupLastOkAt: "2026-11-09" },
  ])("is asked for once by a website on two hosts, beside one with %j", async (second) => {
    const hosts = [
      await createRecord(api, "host", { name: "web01", backupCadence: "daily", backupLastOkAt: "2026-11-08" }),
      await createRecord(api, "host", { name: "db01", ...second }),
    ];
    await createRecord(api, "website", { name: "Amsel", hosts: hosts.map(({ id }) => ({ id, role: "web" })) });
    expect([await titles("backup"), await titles("hostBackup")]).toEqual([["Amsel"], []]);
  });
});

describe("what has failed by itself", () => {
  it("is told to admins alone, until it succeeds", async () => {
    const { db } = office.services;
    const at = office.services.now().toISOString();
    await db
      .insertInto("jobRuns")
      .values({ name: "retention", startedAt: at, finishedAt: at, error: "no such table" })
      .execute();
    expect(await needs("job", chief, "mine")).toMatchObject([
      { id: "retention", href: "/settings/tasks", act: "open" },
    ]);
    expect(await needs("job", maren)).toEqual([]);
    await db.updateTable("jobRuns").set({ error: null }).execute();
    expect(await needs("job", chief)).toEqual([]);
  });
});

describe("deadlines", () => {
  it("come by rank, whatever their kind, and no later page is needed for the first of them", async () => {
    const premium = await createRecord(api, "customer", { name: "Hotel Fährblick", slaLevel: "premium" });
    const decided = { renewDecision: "keep", noticeDays: 0, autoRenew: false };
    await createRecord(api, "device", { name: "Falke 14", warrantyUntil: "2026-11-21" });
    await createRecord(api, "domain", { ...decided, name: "fern.example", renewsAt: "2027-01-15" });
    const on = { renewsAt: "2026-12-12", customerId: premium.id };
    await createRecord(api, "domain", { ...decided, ...on, name: "premium.example" });
    expect(await titles("deadline")).toEqual(["premium.example", "Falke 14", "fern.example"]);
    const { needs: first } = await api.dashboard.due({ whose: "all", limit: 1 });
    expect(first.map(({ title }) => title)).toEqual(["premium.example"]);
  });

  it("end in the renewal of what is kept and does not go on by itself, for whoever is asked", async () => {
    const kept = { renewDecision: "keep", renewsAt: "2026-12-12", noticeDays: 0 };
    const grete = await office.hire({ name: "Grete Holm" });
    await createRecord(api, "domain", {
      ...kept,
      name: "anders.example",
      autoRenew: false,
      responsibleUserId: grete.id,
    });
    await createRecord(api, "domain", { ...kept, name: "selbst.example", autoRenew: true });
    await createRecord(api, "domain", { ...kept, name: "zu-tun.example", autoRenew: false });
    const acts = (await needs("deadline")).map(({ title, act }) => [title, act]);
    expect(acts.sort()).toEqual([
      ["anders.example", "remind"],
      ["zu-tun.example", "renew"],
    ]);
  });

  it("show amounts to nobody who may not see prices", async () => {
    const rich = await office.as(maren);
    await createRecord(rich, "domain", { renewsAt: "2026-12-01", costCents: 1200, priceCents: 2400 });
    expect((await needs("deadline"))[0]?.deadline).not.toHaveProperty("amountCents");
    expect((await needs("deadline", maren))[0]?.deadline).toHaveProperty("amountCents");
  });

  it("belong to whoever takes care of them", async () => {
    await createRecord(api, "domain", { name: "frei.example", renewsAt: "2026-12-01", noticeDays: 0 });
    const [need] = await needs("deadline");
    expect(await titles("deadline", jana, "mine")).toEqual([]);
    await api.claim.claim({ type: "deadline", id: need?.id ?? "" });
    expect(await titles("deadline", jana, "mine")).toEqual(["frei.example"]);
    expect((await needs("deadline", maren))[0]?.claim?.user.name).toBe("Jana Petersen");
  });
});
