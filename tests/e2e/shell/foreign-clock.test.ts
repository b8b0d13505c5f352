import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { setToNoon } from "../../support/portal/portal-clock.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let now: () => Date;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  now = setToNoon(portal);
});
afterAll(() => portal.stop());

/** A page whose scripts find something else than it holds is an error in the console, and fails the test. */
test.each([
  ["is behind", -40],
  ["is ahead", 40],
])("a computer whose clock %s by weeks shows the portal's days", async (_, days) => {
  const jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
  const api = await apiOf(portal, jana);
  const today = portalDate(now());
  const renewing = { periodMonths: 12, noticeDays: 14, responsibleUserId: jana.id };
  const { id } = await createRecord(api, "domain", { ...renewing, renewsAt: addDays(today, 20) });
  const contract = await createRecord(api, "contract", { endAt: addDays(today, 15), autoRenew: false });
  await api.task.create({ title: "Angebot schreiben", dueOn: today, assigneeUserId: jana.id });
  const page = await openBrowser(portal, { person: jana });
  await page.clock.install({ time: new Date(now().getTime() + days * dayMs) });
  const paths = ["/", "/domains", `/domains/${id}`, `/domains/${id}/deadlines`, `/contracts/${contract.id}`];
  for (const path of [...paths, "/contracts", "/tasks", "/calendar", "/devices", "/feedback"]) await visit(page, path);
  await visit(page, `/domains/${id}/deadlines`);
  await page.getByText("in 6 Tagen").first().waitFor();
  expect(await page.getByText("überfällig").count()).toBe(0);
});
