import { beforeEach, describe, expect, it } from "vitest";
import { queryKeys } from "../../../app/lib/api/prefill.ts";
import { loader } from "../../../app/routes/_shell._index.tsx";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let jana: Person;
let timo: Person;
let maren: Person;
let api: Api;

/** The office opens on a Friday: 20.11.2026. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt", role: "readonly" });
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await office.as(jana);
});

/** Kept, and renewed by somebody. */
const decided = { renewDecision: "keep", noticeDays: 0, autoRenew: false };
const addDomain = (body: RecordBody) => createRecord(api, "domain", { ...decided, ...body });
const due = async (whose: "mine" | "team" | "all" = "all", person = jana) => {
  const answer = await (await office.as(person)).dashboard.due({ whose });
  return { ...answer, deadlines: answer.needs.flatMap(({ deadline }) => deadline ?? []) };
};
const labels = (answer: { deadlines: { record: { label: string } }[] }) =>
  answer.deadlines.map(({ record }) => record.label);

describe("who may not", () => {
  it("shows a stranger none of it", async () => {
    const { dashboard } = await office.as();
    for (const read of [
      dashboard.counts(),
      dashboard.due({}),
      dashboard.renewals(),
      dashboard.recent(),
      dashboard.checklist(),
      dashboard.layout(),
    ])
      await expect(read).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("takes no limit beyond 500 and nobody's deadlines but the own and all", async () => {
    await expect(api.dashboard.due({ limit: 501 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(api.dashboard.due({ whose: "timo" as "mine" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("keeps the amounts of renewals from those who may not see prices", async () => {
    const amounts = { costCents: 1200, priceCents: 2400 };
    await createRecord(await office.as(maren), "domain", { ...decided, ...amounts, renewsAt: "2026-12-01" });
    const [hidden] = (await api.dashboard.renewals()).days;
    expect(hidden).toEqual({ on: "2026-12-01", domains: 1, hosts: 0, contracts: 0, undecided: 0 });
    const [shown] = (await (await office.as(maren)).dashboard.renewals()).days;
    expect(shown).toMatchObject({ costCents: 1200, revenueCents: 2400 });
  });
});

describe("what is due", () => {
  it("counts days by the calendar of Berlin: 23:30 there is still today, half an hour later is tomorrow", async () => {
    await addDomain({ name: "heute.example", renewsAt: "2026-11-20" });
    const days = async () => (await due()).deadlines[0]?.days;
    office.advance(Date.parse("2026-11-20T22:30:00Z") - office.services.now().getTime());
    expect(await days()).toBe(0);
    office.advance(30 * 60_000);
    expect(await days()).toBe(-1);
  });

  it("looks 60 days ahead, and keeps what is overdue until somebody acts, the oldest first", async () => {
    for (const [name, renewsAt] of [
      ["in-sechzig.example", "2027-01-19"],
      ["in-einundsechzig.example", "2027-01-20"],
      ["vor-zwei-jahren.example", "2024-11-20"],
    ] as const)
      await addDomain({ name, renewsAt });
    expect(labels(await due())).toEqual(["vor-zwei-jahren.example", "in-sechzig.example"]);
  });

  it("asks nothing of what renews itself, once somebody decided or its last day to cancel asks instead", async () => {
    const renewing = {
      autoRenew: true,
      renewsAt: "2026-12-10",
      noticeDays: null,
      noticeMonths: null,
      periodMonths: 12,
    };
    for (const type of ["domain", "host"] as const) {
      await createRecord(api, type, { ...renewing, name: `unklar-${type}.example`, renewDecision: "open" });
      await createRecord(api, type, { ...renewing, name: `behalten-${type}.example`, renewDecision: "keep" });
      await createRecord(api, type, { ...renewing, noticeDays: 5, name: `kuendbar-${type}.example` });
    }
    const rows = (await due()).deadlines.map(({ kind, record }) => `${kind} ${record.label}`);
    expect(rows.sort()).toEqual([
      "domainCancel kuendbar-domain.example",
      "domainRenewal unklar-domain.example",
      "hostCancel kuendbar-host.example",
      "hostRenewal unklar-host.example",
    ]);
  });

  it("leaves out what is archived, and chances that have passed", async () => {
    const gone = await addDomain({ renewsAt: "2026-12-01" });
    await api.domain.archive({ id: gone.id });
    await createRecord(api, "device", { warrantyUntil: "2026-11-19" });
    await createRecord(api, "device", { warrantyUntil: "2026-11-20", status: "retired" });
    expect((await due()).deadlines).toEqual([]);
  });

  it("asks no more of a notice period that was missed: the term goes on, and is over only after its day", async () => {
    const notice = { noticeDays: 30, renewDecision: "open", autoRenew: true };
    await addDomain({ ...notice, name: "verpasst.example", renewsAt: "2026-12-10" });
    await addDomain({ ...notice, name: "entschieden.example", renewsAt: "2026-12-10", renewDecision: "keep" });
    await addDomain({ ...notice, name: "vorbei.example", renewsAt: "2026-11-01" });
    const rows = (await due()).deadlines.map(({ kind, record, days }) => [kind, record.label, days]);
    expect(rows).toEqual([["domainRenewal", "vorbei.example", -19]]);
  });

  it("tells devices of one name apart by their number and by who has them", async () => {
    const device = await createRecord(api, "device", { name: "Falke 14", assetTag: "MT-00042" });
    await api.device.checkOut({
      deviceIds: [device.id],
      to: { type: "user", id: timo.id },
      expectedReturnAt: "2026-11-23",
    });
    const [deadline] = (await due()).deadlines;
    expect(deadline).toMatchObject({
      kind: "deviceReturn",
      record: { label: "Falke 14", type: "device" },
      number: "MT-00042",
      holder: "Timo Brandt",
      href: `/devices/${device.id}`,
      days: 3,
    });
  });

  it("shows each what they are responsible for, what they hold, and the contracts of their customers", async () => {
    const customer = await createRecord(api, "customer", { name: "Hotel Fährblick", responsibleUserId: timo.id });
    await createRecord(api, "contract", {
      title: "Wartung",
      customerId: customer.id,
      endAt: "2026-12-01",
      noticeDays: 0,
    });
    await addDomain({ name: "meine.example", renewsAt: "2026-12-02", responsibleUserId: timo.id });
    await addDomain({ name: "andere.example", renewsAt: "2026-12-03", responsibleUserId: jana.id });
    const device = await createRecord(api, "device", { name: "Falke 14" });
    await api.device.checkOut({
      deviceIds: [device.id],
      to: { type: "user", id: timo.id },
      expectedReturnAt: "2026-12-04",
    });
    const mine = await due("mine", timo);
    expect(new Set(labels(mine))).toEqual(new Set(["Wartung", "meine.example", "Falke 14"]));
    const contract = mine.deadlines.find(({ record }) => record.type === "contract");
    expect(contract?.href).toBe(`/contracts/${contract?.record.id}`);
    expect(labels(await due("mine", jana))).toEqual(["andere.example"]);
    expect(labels(await due("all", jana))).toHaveLength(mine.deadlines.length + 1);
  });

  it("opens with everything for those who are responsible for nothing", async () => {
    await addDomain({ renewsAt: "2026-12-02", responsibleUserId: timo.id });
    expect((await api.dashboard.due({})).whose).toBe("all");
    expect((await (await office.as(timo)).dashboard.due({})).whose).toBe("mine");
  });

  it("tells each of a role of their own, whoever of them asked first, and each day what it asks", async () => {
    const ole = await office.hire({ name: "Ole Sander" });
    await addDomain({ name: "amsel.example", renewsAt: "2027-01-20", responsibleUserId: jana.id });
    await (await office.as(ole)).task.create({ title: "Angebot schreiben" });
    const mine = async (person: Person) => {
      const { needs } = await due("mine", person);
      const { open: tasks } = await (await office.as(person)).task.count({});
      return { titles: needs.map(({ title }) => title), tasks };
    };
    expect(await mine(jana)).toEqual({ titles: [], tasks: 0 });
    expect(await mine(ole)).toEqual({ titles: ["Angebot schreiben"], tasks: 1 });
    office.advance(24 * 3_600_000);
    expect(await mine(jana)).toEqual({ titles: ["amsel.example"], tasks: 0 });
    expect(await mine(ole)).toEqual({ titles: ["Angebot schreiben"], tasks: 1 });
  });

  it("sums up what is overdue and what is due within four days, for the person and for all", async () => {
    await addDomain({ renewsAt: "2026-11-18", responsibleUserId: jana.id });
    await addDomain({ renewsAt: "2026-11-20" });
    await addDomain({ renewsAt: "2026-11-24", responsibleUserId: jana.id });
    await addDomain({ renewsAt: "2026-11-25", responsibleUserId: jana.id });
    const { summary, needs } = await api.dashboard.due({ whose: "all", limit: 2 });
    expect(summary).toEqual({
      mine: { total: 3, overdue: 1, soon: 1, soonUntil: "2026-11-24" },
      team: { total: 1, overdue: 0, soon: 1, soonUntil: "2026-11-20" },
      all: { total: 4, overdue: 1, soon: 2, soonUntil: "2026-11-24" },
    });
    expect(needs).toHaveLength(2);
  });
});

describe("acting on a row", () => {
  const open = { renewDecision: "open", noticeDays: 0 };

  it("is refused to strangers, for what is not there, and reminding to those who may only read", async () => {
    const { id } = await addDomain({ renewsAt: "2026-12-01", responsibleUserId: maren.id });
    const key = { kind: "domainRenewal" as const, id };
    const need = { source: "deadline" as const, id: (await due()).deadlines[0]?.id ?? "" };
    const stranger = await office.as();
    await expect(stranger.dashboard.snooze({ ...need, until: null })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect((await office.as(timo)).dashboard.remind(key)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const unknown = { ...need, id };
    await expect(api.dashboard.snooze({ ...unknown, until: "2026-11-27" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(api.dashboard.remind({ ...key, kind: "warrantyEnd" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const own = await addDomain({ renewsAt: "2026-12-02", responsibleUserId: jana.id });
    await expect(api.dashboard.remind({ ...key, id: own.id })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });

  it("puts off neither into the past, nor beyond a date, nor what nobody has there", async () => {
    await addDomain({ renewsAt: "2026-12-01" });
    const need = { source: "deadline" as const, id: (await due()).deadlines[0]?.id ?? "" };
    for (const until of ["2026-11-20", "2026-12-02", "morgen"])
      await expect(api.dashboard.snooze({ ...need, until })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const gone = { id: "weg", until: "2026-11-21" };
    for (const source of ["feedback", "avv", "backup", "ownerless", "job"] as const)
      await expect(api.dashboard.snooze({ ...gone, source })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.dashboard.snooze({ ...gone, source: "task" as "job" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("puts a deadline away for the person alone, until its day or until it is taken back", async () => {
    await addDomain({ name: "amsel.example", renewsAt: "2026-12-01" });
    const need = { source: "deadline" as const, id: (await due()).deadlines[0]?.id ?? "" };
    await api.dashboard.snooze({ ...need, until: "2026-11-27" });
    await api.dashboard.snooze({ ...need, until: "2026-11-21" });
    expect(await due()).toMatchObject({ needs: [], summary: { all: { total: 0 } } });
    expect(labels(await due("all", maren))).toEqual(["amsel.example"]);
    office.advance(24 * 3_600_000);
    expect(labels(await due())).toEqual(["amsel.example"]);
    await api.dashboard.snooze({ ...need, until: "2026-12-01" });
    await api.dashboard.snooze({ ...need, until: null });
    expect(labels(await due())).toEqual(["amsel.example"]);
  });

  it("reminds who has a device, and whoever is responsible for the rest", async () => {
    const device = await createRecord(api, "device", { name: "Falke 14" });
    await api.device.checkOut({
      deviceIds: [device.id],
      to: { type: "user", id: timo.id },
      expectedReturnAt: "2026-11-23",
    });
    const domain = await addDomain({ name: "amsel.example", renewsAt: "2026-12-01", responsibleUserId: maren.id });
    expect((await due()).deadlines.map(({ toRemind }) => toRemind?.label)).toEqual(["Maren Ahlers", "Timo Brandt"]);
    await api.dashboard.remind({ kind: "deviceReturn", id: device.id });
    await api.dashboard.remind({ kind: "domainRenewal", id: domain.id });
    const told = await office.services.db
      .selectFrom("notifications")
      .select(["forUserId", "title", "link"])
      .where("groupKey", "like", "deadline:%")
      .orderBy("title")
      .execute();
    expect(told).toEqual([
      { forUserId: maren.id, title: "Domain-Verlängerung: amsel.example", link: `/domains/${domain.id}` },
      { forUserId: timo.id, title: "Rückgabe fällig: Falke 14", link: `/devices/${device.id}` },
    ]);
  });

  it("offers a decision where one is open, to those who may take it", async () => {
    await addDomain({ ...open, name: "offen.example", renewsAt: "2026-12-01" });
    await addDomain({ name: "entschieden.example", renewsAt: "2026-12-02" });
    const decidable = async (person: Person) =>
      (await due("all", person)).deadlines
        .filter(({ toDecide }) => toDecide !== undefined)
        .map(({ record }) => record.label);
    expect(new Set(await decidable(jana))).toEqual(new Set(["offen.example"]));
    expect(await decidable(timo)).toEqual([]);
  });

  it("looks 30, 60 or 90 days ahead", async () => {
    for (const renewsAt of ["2026-12-10", "2027-01-10", "2027-02-10"]) await addDomain({ renewsAt });
    const count = async (days?: 30 | 60 | 90) => (await api.dashboard.due({ days })).summary.all.total;
    expect([await count(30), await count(), await count(90)]).toEqual([1, 2, 3]);
    await expect(api.dashboard.due({ days: 365 as 90 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("the next dates of a website", () => {
  it("are those of its domains, hosts and contracts, and no others", async () => {
    const customer = await createRecord(api, "customer", { name: "Hotel Fährblick" });
    const domain = await addDomain({ name: "amsel.example", renewsAt: "2027-03-01" });
    await addDomain({ name: "fremd.example", renewsAt: "2026-12-01" });
    const host = await createRecord(api, "host", { name: "web03", renewsAt: "2027-01-01" });
    const website = await createRecord(api, "website", {
      name: "Amsel",
      customerId: customer.id,
      domains: [{ id: domain.id, role: "main" }],
      hosts: [{ id: host.id, role: "web" }],
    });
    const contract = await createRecord(api, "contract", {
      title: "Wartung",
      customerId: customer.id,
      endAt: "2027-02-01",
      noticeDays: 0,
    });
    await createRecord(api, "contractItem", { contractId: contract.id, label: "Pflege", websiteId: website.id });
    const next = await api.dashboard.nextOf({ websiteId: website.id });
    const names = next.map(({ kind, record }) => [kind, record.label]);
    expect(names).toContainEqual(["hostRenewal", "web03"]);
    expect(names).toContainEqual(["contractEnd", "Wartung"]);
    expect(names).toContainEqual(["domainRenewal", "amsel.example"]);
    expect(labels({ deadlines: next })).not.toContain("fremd.example");
    await expect((await office.as()).dashboard.nextOf({ websiteId: website.id })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });
});

describe("how much there is", () => {
  it("counts active records, and each figure leads to a list of as many", async () => {
    const customer = await createRecord(api, "customer", { avvStatus: "signed" });
    await createRecord(api, "website", { customerId: customer.id });
    const other = await createRecord(api, "website");
    await api.website.archive({ id: (await createRecord(api, "website")).id });
    const { types } = await api.dashboard.counts();
    const websites = types.find(({ type }) => type === "website");
    expect(websites?.total).toBe(2);
    expect(websites?.missing).toContainEqual({
      label: "ohne Kunde",
      count: 1,
      href: "/websites?f[customerId]=missing",
    });
    const listed = await api.website.list({ where: [{ field: "customerId", is: "missing" }] });
    expect(listed.data.map(({ id }) => id)).toEqual([other.id]);
  });

  it("counts overdue devices as their list does", async () => {
    const device = await createRecord(api, "device");
    const to = { type: "user" as const, id: timo.id };
    await api.device.checkOut({ deviceIds: [device.id], to, expectedReturnAt: "2026-11-20" });
    const overdue = async () =>
      (await api.dashboard.counts()).due.find(({ href }) => href === "/devices?view=overdue")?.count;
    expect(await overdue()).toBe(0);
    office.advance(24 * 3_600_000);
    expect(await overdue()).toBe(1);
  });
});

describe("what is due", () => {
  it("is what the deadlines say, and as many as the list that it leads to", async () => {
    const [day, late] = ["2026-12-01", "2027-06-01"];
    await createRecord(api, "domain", { renewsAt: day, renewDecision: "keep" });
    await createRecord(api, "domain", { renewsAt: day });
    await createRecord(api, "domain", { renewsAt: day, renewDecision: "cancel" });
    await createRecord(api, "domain", { renewsAt: late });
    await api.domain.archive({ id: (await createRecord(api, "domain", { renewsAt: day })).id });
    await createRecord(api, "device", { warrantyUntil: day });
    await createRecord(api, "device", { warrantyUntil: day, status: "retired" });
    const figures = (await api.dashboard.counts()).due;
    expect(figures.map(({ href, count }) => [href, count])).toEqual([
      ["/domains?view=due", 2],
      ["/domains?view=undecided", 2],
      ["/devices?view=overdue", 0],
      ["/devices?view=warranty", 1],
      ["/incidents?view=open", 0],
      ["/feedback?layout=list&f[status]=noneOf:done,rejected,duplicate", 0],
    ]);
    for (const { href, count } of figures.slice(0, 4)) {
      const [, type = "", key = ""] = /^\/(domain|device)s\?view=(.+)$/.exec(href) ?? [];
      const record = type === "domain" ? "domain" : "device";
      const view = declarationOf(record).list.views.find((one) => one.key === key);
      const listed = await api[record].list({ where: [...(view?.where ?? [])] });
      expect([href, listed.totalItems]).toEqual([href, count]);
    }
  });

  it("counts what is broken and what is said and not done, as the lists behind it do", async () => {
    const [first = "", second = ""] = [
      (await api.incident.create({ body: { title: "Netzwerk im Büro gestört", severity: "warning" } })).id,
      (
        await api.feedback.create({
          body: { title: "Kalender zeigt eine Frist doppelt", kind: "idea", area: "dashboard" },
        })
      ).id,
    ];
    const figures = async () => (await api.dashboard.counts()).due.slice(4).map(({ count }) => count);
    expect(await figures()).toEqual([1, 1]);
    const keeper = await office.as(await office.hire({ role: "maintainer" }));
    await keeper.incident.close({ id: first, reason: "known" });
    await keeper.feedback.archive({ id: second });
    expect(await figures()).toEqual([0, 0]);
  });

  it("is what a customer has next, from all that is theirs", async () => {
    const { id: customerId } = await createRecord(api, "customer", { avvReviewAt: "2027-01-15" });
    const next = async () => {
      const { data } = await api.customer.list({ where: [] });
      return data.find(({ id }) => id === customerId)?.values.nextDeadlineAt;
    };
    expect(await next()).toBe("2027-01-15");
    await api.deadline.create({ label: "Besuch", dueOn: "2026-12-24", targetType: "customer", targetId: customerId });
    expect(await next()).toBe("2026-12-24");
    await createRecord(api, "domain", { customerId, renewsAt: "2026-12-01" });
    expect(await next()).toBe("2026-12-01");
    office.advance(20 * 24 * 3_600_000);
    expect(await next()).toBe("2026-12-24");
  });
});

describe("what renews itself", () => {
  it("adds up each day, for the term that begins, and leaves out what is to end", async () => {
    const rich = await office.as(maren);
    const on = { renewsAt: "2026-12-01" };
    const amounts = { costCents: 1200, priceCents: 3600 };
    await createRecord(rich, "domain", { ...on, ...amounts, renewDecision: "open", periodMonths: 24 });
    await createRecord(rich, "domain", { ...on, ...amounts, renewDecision: "cancel" });
    await createRecord(rich, "host", { ...on, costCents: 500, billing: "monthly", periodMonths: 12 });
    const contract = { endAt: "2026-12-01", status: "active", autoRenew: true, periodMonths: 12 };
    await createRecord(rich, "contract", { ...contract, priceCents: 1000, cycle: "monthly" });
    // A twelfth of it is no whole cent, the year is.
    await createRecord(rich, "contract", { ...contract, priceCents: 10_000, cycle: "yearly" });
    await createRecord(rich, "contract", { ...contract, autoRenew: false });
    expect(await rich.dashboard.renewals()).toEqual({
      today: "2026-11-20",
      days: [
        {
          on: "2026-12-01",
          domains: 1,
          hosts: 1,
          contracts: 2,
          undecided: 1,
          costCents: 2400 + 6000,
          revenueCents: 7200 + 12_000 + 10_000,
        },
      ],
    });
  });
});

describe("what changed", () => {
  it("names each record once with its last change, newest first, without what is gone", async () => {
    const website = await createRecord(api, "website", { name: "Weingut Amsel" });
    office.advance(1000);
    await createRecord(api, "host", { name: "web03" });
    office.advance(1000);
    await api.website.update({ params: { id: website.id }, body: { cms: "TYPO3" }, version: website.version });
    const recent = await (await office.as(timo)).dashboard.recent();
    const seen = recent.filter(({ record }) => ["website", "host"].includes(record.type));
    expect(seen.map(({ record, verb }) => [record.label, verb])).toEqual([
      ["Weingut Amsel", "updated"],
      ["web03", "created"],
    ]);
    expect(seen[0]?.actor).toEqual({ id: jana.id, label: "Jana Petersen" });
  });
});

describe("the first steps", () => {
  it("are done as soon as the portal holds what they ask for", async () => {
    const done = async () => (await api.dashboard.checklist()).filter((step) => step.done).map(({ key }) => key);
    expect(await done()).toEqual(["team"]);
    await createRecord(api, "website");
    expect(await done()).toContain("website");
    const chief = await office.as(await office.hire({ role: "admin" }));
    await chief.setting.update({ section: "backup", values: { isArranged: true }, version: 0 });
    expect(await done()).toContain("backup");
    await chief.setting.update({ section: "backup", values: { isArranged: false }, version: 1 });
    expect(await done()).not.toContain("backup");
  });

  it("count a mail once one has gone out, and a second factor once it is confirmed, to its owner alone", async () => {
    const { db } = office.services;
    const createdAt = office.services.now().toISOString();
    const done = async (of = api) => (await of.dashboard.checklist()).filter((step) => step.done).map(({ key }) => key);
    const to = { toUserId: jana.id, toEmail: "jana@agentur.example", toName: jana.name };
    const mail = { id: "m1", ...to, kind: "test", subject: "Testmail", contentJson: "{}", createdAt } as const;
    const open = { nextAttemptAt: null, claimedUntil: null, answer: null, endedAt: createdAt };
    await db
      .insertInto("mails")
      .values({ ...mail, ...open, state: "failed" })
      .execute();
    const factor = { userId: jana.id, sealedSecret: "", lastStep: null, createdAt };
    await db
      .insertInto("totpFactors")
      .values({ ...factor, confirmedAt: null })
      .execute();
    expect(await done()).toEqual(["team"]);

    await db.updateTable("mails").set({ state: "sent" }).execute();
    await db.updateTable("totpFactors").set({ confirmedAt: createdAt }).execute();
    expect(await done()).toEqual(["team", "mail", "secondFactor"]);
    expect(await done(await office.as(timo))).toEqual(["team", "mail"]);
  });
});

describe("the page", () => {
  it("opens with what could be read when one block cannot be", async () => {
    const { due, layout, renewals, recent, checklist } = api.dashboard;
    const counts = () => Promise.reject(new Error("no such table"));
    const failing = {
      dashboard: { due, layout, renewals, recent, checklist, counts },
      task: api.task,
      page: api.page,
      device: api.device,
      check: api.check,
      changeEvent: api.changeEvent,
    };
    const request = new Request("http://portal.example/?due=all");
    const args = { request, params: {}, context: { api: failing } };
    const { state } = await loader(args as unknown as Parameters<typeof loader>[0]);
    const keys = state.queries.map(({ queryKey }) => JSON.stringify(queryKey));
    const { dashboard } = queryKeys;
    expect(keys).toContain(JSON.stringify(dashboard.due.queryKey({ whose: "all", limit: 10 })));
    expect(keys).toContain(JSON.stringify(dashboard.recent.queryKey()));
    expect(keys).not.toContain(JSON.stringify(dashboard.counts.queryKey()));
  });
});
