import { beforeAll, describe, expect, it } from "vitest";
import { monthSpan } from "../../../contract/deadlines/calendar-days.ts";
import { deadlineKinds } from "../../../contract/deadlines/deadlines.ts";
import { kindsOfLanes, lanes } from "../../../contract/deadlines/lanes.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Api;
let janaId: string;
let keeper: Api;
let customerId: string;

/** The office opens on a Friday: 20.11.2026. */
beforeAll(async () => {
  office = await openOffice();
  const person = await office.hire({ name: "Jana Petersen" });
  janaId = person.id;
  jana = await office.as(person);
  keeper = await office.as(await office.hire({ name: "Maren Ahlers", role: "maintainer" }));
  ({ id: customerId } = await createRecord(keeper, "customer", { name: "Weingut Amsel" }));
  await createRecord(keeper, "domain", {
    name: "amsel.example",
    customerId,
    renewsAt: "2027-03-28",
    costCents: 1200,
    renewDecision: "open",
  });
  for (let index = 1; index <= 6; index += 1)
    await jana.deadline.create({ label: `Termin ${index}`, dueOn: "2027-03-28", responsibleUserId: null });
  await keeper.deadline.create({ label: "Silvester", dueOn: "2026-12-31" });
  await jana.task.create({ title: "Rechnung", dueOn: "2027-01-01", assigneeUserId: janaId });
  const page = await createPage(keeper, { title: "Gehälter", visibility: "maintainers" });
  await keeper.deadline.create({
    label: "Gehälter prüfen",
    dueOn: "2026-12-31",
    targetType: "page",
    targetId: page.id,
  });
});

const march = { from: "2027-03-01", to: "2027-04-04" };
const over = { from: "2026-12-28", to: "2027-01-03" };
const namesOf = async (api: Api, input: Parameters<Api["deadline"]["calendar"]>[0]) =>
  (await api.deadline.calendar(input)).days.flatMap(({ deadlines }) =>
    deadlines.map(({ label, target }) => target?.label ?? label),
  );

describe("the calendar refuses", () => {
  it("strangers, and spans that are upside down, too long or no days at all", async () => {
    const stranger = await office.as();
    await expect(stranger.deadline.calendar(over)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(stranger.deadline.lanes(over)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    for (const span of [
      { from: "2027-01-03", to: "2026-12-28" },
      { from: "2026-01-01", to: "2027-12-31" },
      { from: "2026-02-30", to: "2026-03-01" },
    ]) {
      await expect(jana.deadline.calendar(span)).rejects.toMatchObject({ code: "BAD_REQUEST" });
      await expect(jana.deadline.lanes(span)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });

  it("to name or to count what the person may not read, and amounts to whom prices are hidden", async () => {
    expect(await namesOf(jana, over)).toEqual(["Silvester", "Rechnung"]);
    expect(await namesOf(keeper, over)).toEqual(["Gehälter", "Silvester", "Rechnung"]);
    const eve = async (api: Api) =>
      (await api.deadline.calendar(over)).days.find(({ on }) => on === "2026-12-31")?.total;
    expect([await eve(jana), await eve(keeper)]).toEqual([1, 2]);
    const own = async (api: Api) => (await api.deadline.lanes(over)).find(({ month }) => month === "2026-12")?.count;
    expect([await own(jana), await own(keeper)]).toEqual([1, 2]);
    const domain = { ...march, lanes: ["domains" as const], perDay: 10 };
    const amounts = async (api: Api) =>
      (await api.deadline.calendar(domain)).days.flatMap(({ deadlines }) => deadlines.map((row) => row.amountCents));
    expect(await amounts(jana)).toEqual([undefined]);
    expect(await amounts(keeper)).toEqual([1200]);
  });
});

describe("the calendar", () => {
  it("has every day once, over changes of clocks, leap days and ends of years", async () => {
    for (const [month, first, last, weeks] of [
      ["2027-03", "2027-03-01", "2027-04-04", 5],
      ["2026-10", "2026-09-28", "2026-11-01", 5],
      ["2028-02", "2028-01-31", "2028-03-05", 5],
      ["2026-12", "2026-11-30", "2027-01-03", 5],
      ["2027-02", "2027-02-01", "2027-02-28", 4],
      ["2027-05", "2027-04-26", "2027-06-06", 6],
    ] as const) {
      const { from, to } = monthSpan(month);
      const days = (await jana.deadline.calendar({ from, to })).days.map(({ on }) => on);
      expect([days[0], days.at(-1), days.length], month).toEqual([first, last, weeks * 7]);
      expect(new Set(days).size).toBe(days.length);
    }
  });

  it("names as many of a day as were asked for, and counts the others", async () => {
    const { today, days } = await jana.deadline.calendar({ ...march, perDay: 4 });
    expect(today).toBe("2026-11-20");
    const busy = days.find(({ on }) => on === "2027-03-28");
    expect(busy).toMatchObject({ total: 7, isWorkday: false, holiday: null });
    expect(busy?.deadlines).toHaveLength(4);
    expect(days.find(({ on }) => on === "2027-03-26")).toMatchObject({
      holiday: "Karfreitag",
      isWorkday: false,
      total: 0,
    });
    expect((await jana.deadline.calendar({ ...march, perDay: 50 })).days.flatMap((day) => day.deadlines)).toHaveLength(
      7,
    );
  });

  it("lets through a lane, what is mine, and a customer's", async () => {
    expect(await namesOf(jana, { ...march, lanes: ["domains"] })).toEqual(["amsel.example"]);
    expect(await namesOf(jana, { ...march, customerId })).toEqual(["amsel.example"]);
    expect(await namesOf(jana, { ...over, whose: "mine" })).toEqual(["Rechnung"]);
    expect(await namesOf(jana, { ...over, lanes: ["tasks"] })).toEqual(["Rechnung"]);
    expect(await namesOf(jana, { ...over, lanes: ["own", "tasks"], whose: "all" })).toEqual(["Silvester", "Rechnung"]);
    const cells = await jana.deadline.lanes({ from: "2026-12-01", to: "2027-11-30" });
    expect(cells).toEqual(
      expect.arrayContaining([
        { lane: "own", month: "2026-12", count: 1, open: 1 },
        { lane: "tasks", month: "2027-01", count: 1, open: 1 },
        { lane: "domains", month: "2027-03", count: 1, open: 1 },
      ]),
    );
  });

  it("counts the tasks of one's group as one's own, and what one has noted for oneself", async () => {
    const june = { from: "2027-06-08", to: "2027-06-08", whose: "mine" } as const;
    const lena = await office.as(await office.hire({ name: "Lena Vogt", role: "maintainer" }));
    await jana.task.create({ title: "A Betreuer", dueOn: "2027-06-08", assigneeGroup: "maintainer" });
    await lena.task.create({ title: "B Notiz", dueOn: "2027-06-08" });
    const namesAs = async (by: typeof jana) =>
      (await by.deadline.calendar({ ...june, perDay: 50 })).days.flatMap(({ deadlines }) =>
        deadlines.map(({ target }) => target?.label),
      );
    expect(await namesAs(lena)).toEqual(["A Betreuer", "B Notiz"]);
    const paul = await office.as(await office.hire({ name: "Paul Ebert", role: "member" }));
    expect(await namesAs(paul)).toEqual([]);
  });

  it("shows what is done behind what is open", async () => {
    const { id } = await jana.deadline.create({ label: "A erledigt", dueOn: "2027-06-01" });
    await jana.deadline.create({ label: "B offen", dueOn: "2027-06-01" });
    await jana.deadline.complete({ id });
    expect(await namesOf(jana, { from: "2027-06-01", to: "2027-06-01" })).toEqual(["B offen", "A erledigt"]);
  });

  it("has one lane for every kind", () => {
    for (const kind of deadlineKinds)
      expect(
        lanes.filter((lane) => kindsOfLanes([lane]).includes(kind)),
        kind,
      ).toHaveLength(1);
    expect(kindsOfLanes(["certificates"])).toEqual(["tlsExpiry"]);
    expect(kindsOfLanes(["returns"])).toEqual(["deviceReturn"]);
  });
});
