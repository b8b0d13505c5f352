// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Absence } from "../../../app/features/notifications/absence.tsx";
import { OwnWorkingDays } from "../../../app/features/notifications/own-working-days.tsx";
import { OwnTimeZone } from "../../../app/features/notifications/quiet-hours.tsx";
import { AwayNote } from "../../../app/features/users/user-header.tsx";
import type { OwnPreferences } from "../../../contract/notifications/notification-preferences.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let timo: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt" });
});
afterEach(() => vi.unstubAllGlobals());

const stored = async () => (await office.as(jana)).notification.getPreferences();
const page = (preferences: OwnPreferences) => openPage(office, jana, <Absence preferences={preferences} />);

test("an absence without a date says so at its field, and asks nothing", async () => {
  const { host, calls } = await page(await stored());
  await click(button(host, "Speichern"));
  await until(() => expect(host.textContent).toContain("Abwesend bis: Bitte ein Datum angeben."));
  expect(calls.map(({ path }) => path)).not.toContain("notification.setAbsence");
});

test("it says who stands in, and that a deputy is away or has left", async () => {
  const away = { ...(await stored()), awayUntil: "2026-12-12" };
  expect((await page(away)).host.textContent).toContain("12.12.2026 abwesend");
  expect((await page(away)).host.textContent).toContain("Es vertritt dich niemand.");
  const deputy = { id: timo.id, name: timo.name, hasLeft: false, awayUntil: null };
  expect((await page({ ...away, deputy })).host.textContent).toContain("Timo Brandt vertritt dich.");
  expect(field((await page({ ...away, deputy })).host, "Vertretung").value).toBe("Timo Brandt");
  const gone = await page({ ...away, deputy: { ...deputy, hasLeft: true } });
  expect(gone.host.textContent).toContain("Timo Brandt ist nicht mehr im Team");
  const busy = await page({ ...away, deputy: { ...deputy, awayUntil: "2026-12-01" } });
  expect(busy.host.textContent).toContain("selbst bis 01.12.2026 abwesend");
});

test("somebody who is back ends it with one press", async () => {
  await (await office.as(jana)).notification.setAbsence({ awayUntil: "2026-12-12", deputyId: timo.id });
  const { host } = await page(await stored());
  await click(button(host, "Wieder da"));
  await until(async () => expect(await stored()).toMatchObject({ awayUntil: null, deputyId: null }));
});

test("colleagues read it beside the name, and nothing of those who are there", async () => {
  await (await office.as(jana)).notification.setAbsence({ awayUntil: "2026-12-12", deputyId: timo.id });
  const { host } = await openPage(office, timo, <AwayNote userId={jana.id} />);
  await until(() => expect(host.textContent).toBe("Abwesend bis 12.12.26, Vertretung: Timo Brandt"));
  const { host: other, calls } = await openPage(office, jana, <AwayNote userId={timo.id} />);
  await until(() => expect(calls.map(({ path }) => path)).toContain("notification.absent"));
  expect(other.textContent).toBe("");
});

test("a time zone of one's own is taken back to the portal's", async () => {
  await (await office.as(jana)).notification.setTimeZone({ timeZone: "Asia/Tokyo" });
  const { host } = await openPage(office, jana, <OwnTimeZone timeZone="Asia/Tokyo" />);
  expect(field(host, "Zeitzone").value).toBe("Asia/Tokyo");
  await click(button(host, "Wie das Portal"));
  await until(async () => expect(await stored()).toMatchObject({ timeZone: null }));
});

test("working days begin as the agency's, are chosen for oneself and taken back", async () => {
  const { host } = await openPage(office, jana, <OwnWorkingDays {...(await stored())} />);
  const box = (of: HTMLElement, name: string) => field(of, name);
  expect(box(host, "Freitag").checked).toBe(true);
  await click(box(host, "Freitag"));
  await until(async () => expect(await stored()).toMatchObject({ workingDays: [1, 2, 3, 4] }));
  const { host: chosen } = await openPage(office, jana, <OwnWorkingDays {...(await stored())} />);
  expect(box(chosen, "Freitag").checked).toBe(false);
  await click(button(chosen, "Wie die Agentur"));
  await until(async () => expect(await stored()).toMatchObject({ workingDays: null }));
});
