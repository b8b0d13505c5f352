// @vitest-environment happy-dom
import { queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { websitePageUi } from "../../../app/features/websites/page-ui.ts";
import { OwnUiProvider } from "../../../app/records/record-ui.tsx";
import { RelationsColumn } from "../../../app/records/related/relations-column.tsx";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;
const inDays = (days: number) => addDays(portalDate(office.services.now()), days);

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "admin" });
  api = await office.as(jana);
});
afterEach(() => vi.unstubAllGlobals());

async function openColumn(id: string) {
  const record = await api.website.get({ id });
  const column = (
    <OwnUiProvider type="website" ui={websitePageUi}>
      <RelationsColumn record={record} />
    </OwnUiProvider>
  );
  return (await openPage(office, jana, column)).host;
}
const nextDates = (host: HTMLElement) => queryByRole(host, "region", { name: "Nächste Termine" });

test("a website with nothing ahead has no next dates", async () => {
  const { id } = await createRecord(api, "website");
  const host = await openColumn(id);
  await until(() => expect(host.textContent).toContain("Domains"));
  expect(nextDates(host)).toBeNull();
});

test("the column of a website begins with its next dates, and says which are over and which are near", async () => {
  const decided = { renewDecision: "keep", noticeDays: 0 };
  const far = await createRecord(api, "domain", { ...decided, name: "fern.example", renewsAt: inDays(300) });
  const near = await createRecord(api, "domain", { ...decided, name: "nah.example", renewsAt: inDays(3) });
  const { id } = await createRecord(api, "website", {
    domains: [
      { id: far.id, role: "main" },
      { id: near.id, role: "alias" },
    ],
  });
  const own = { targetType: "website", targetId: id } as const;
  await api.deadline.create({ label: "Relaunch abnehmen", dueOn: inDays(-2), ...own });
  await api.deadline.create({ label: "Bilder nachreichen", dueOn: inDays(60), ...own });

  const host = await openColumn(id);
  await until(() => expect(nextDates(host)).toBeTruthy());
  const region = nextDates(host) as HTMLElement;
  expect(host.firstElementChild?.contains(region)).toBe(true);
  const rows = queryAllByRole(region, "listitem").map((row) => [
    row.textContent,
    row.querySelector("[data-deviation]")?.getAttribute("data-deviation"),
  ]);
  expect(rows).toEqual([
    [expect.stringMatching(/^Relaunch abnehmenDiese Website.*2 Tage überfällig/), "bad"],
    [expect.stringMatching(/nah\.example.*in 3 Tagen/), "warn"],
    [expect.stringContaining("Bilder nachreichen"), undefined],
    [expect.stringContaining("fern.example"), undefined],
  ]);
  const nearest = queryAllByRole(region, "link").find((link) => link.textContent?.includes("nah.example"));
  expect(nearest?.getAttribute("href")).toMatch(new RegExp(`^/domains/${near.id}`));
});
