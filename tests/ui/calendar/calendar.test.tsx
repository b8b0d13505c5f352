// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CalendarPage } from "../../../app/features/calendar/calendar-page.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type OfficePage, openPage } from "../../support/browser/office-page.tsx";
import { press } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;
let page: OfficePage;

beforeAll(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
  await api.deadline.create({ label: "Silvester", dueOn: "2026-12-31" });
  const keeper = await office.as(await office.hire({ name: "Maren Ahlers", role: "maintainer" }));
  await keeper.maintenance.create({
    title: "Umzug auf web-04",
    scope: "all",
    targetIds: [],
    startsAt: "2026-11-26T20:00:00.000Z",
    endsAt: "2026-11-26T22:00:00.000Z",
  });
});

const grid = () => page.host.querySelector<HTMLElement>('[role="grid"]');
const cell = (day: string) => grid()?.querySelector<HTMLElement>(`[data-day="${day}"]`) as HTMLElement;
const hasKeys = () => (document.activeElement as HTMLElement | null)?.dataset.day;

beforeEach(async () => {
  page = await openPage(office, jana, <CalendarPage />);
  await until(() => expect(grid()?.querySelector('[aria-current="date"]')).toBeTruthy());
});

test("keys go from day to day, to the ends of the week and by months, and one cell alone is reached by Tab", async () => {
  const today = grid()?.querySelector<HTMLElement>('[aria-current="date"]')?.dataset.day;
  expect(today).toBe("2026-11-20");
  cell("2026-11-20").focus();
  await press("{ArrowRight}");
  expect(hasKeys()).toBe("2026-11-21");
  await press("{ArrowDown}");
  expect(hasKeys()).toBe("2026-11-28");
  await press("{Home}");
  expect(hasKeys()).toBe("2026-11-23");
  await press("{End}");
  expect(hasKeys()).toBe("2026-11-29");
  await press("{ArrowRight}{ArrowRight}");
  await until(() => expect(hasKeys()).toBe("2026-12-01"));
  expect(grid()?.getAttribute("aria-label")).toBe("Dezember 2026");
  await press("{PageDown}");
  await until(() => expect(hasKeys()).toBe("2027-01-01"));
  await press("{PageUp}");
  await until(() => expect(hasKeys()).toBe("2026-12-01"));
  expect(grid()?.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
  expect(grid()?.querySelectorAll('a:not([tabindex="-1"])')).toHaveLength(0);
  await press("h");
  await until(() => expect(grid()?.getAttribute("aria-label")).toBe("November 2026"));
});

test("a cell says its day, its holiday and how much is on it", async () => {
  cell("2026-11-20").focus();
  await press("{PageDown}");
  await until(() =>
    expect(cell("2026-12-31").getAttribute("aria-label")).toBe("Donnerstag, 31. Dezember 2026, 1 Termin"),
  );
  expect(cell("2026-12-25").getAttribute("aria-label")).toBe("Freitag, 25. Dezember 2026, 1. Weihnachtstag");
  expect(cell("2026-12-31").querySelector("[data-movable]")?.textContent).toBe("Silvester");
});

test("maintenance stands on its day, and is counted in what is said of it", async () => {
  await until(() => expect(cell("2026-11-26").textContent).toContain("Umzug auf web-04"));
  expect(cell("2026-11-26").getAttribute("aria-label")).toContain("1 Wartung");
  expect(cell("2026-11-25").getAttribute("aria-label")).not.toContain("Wartung");
});
