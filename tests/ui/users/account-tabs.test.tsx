// @vitest-environment happy-dom
import { queryAllByRole, queryByRole } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { FeedList } from "../../../app/features/calendar-feeds/feed-list.tsx";
import { HeldDevices } from "../../../app/features/devices/held-devices.tsx";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
});

test("devices that were handed out say since when, until when and which are overdue, and lead to themselves", async () => {
  const page = <HeldDevices userId={jana.id} title="Meine Geräte" nothing="Du hast zurzeit kein Gerät." />;
  const empty = await openPage(office, jana, page);
  await until(() => expect(queryByRole(empty.host, "status")?.textContent).toContain("Du hast zurzeit kein"));
  const admin = await office.as(await office.hire({ role: "admin" }));
  const { id } = await createRecord(admin, "device", { name: "ThinkPad", assetTag: "IT-0042" });
  const to = { type: "user", id: jana.id } as const;
  await admin.device.checkOut({ deviceIds: [id], to, expectedReturnAt: "2026-12-24" });
  const { host } = await openPage(office, jana, page);
  await until(() => expect(queryByRole(host, "listitem")?.textContent).toContain("ThinkPad"));
  expect(queryByRole(host, "listitem")?.textContent).toContain("IT-0042 · seit 20.11.2026 · bis 24.12.2026");
  const [row] = queryAllByRole(host, "listitem");
  expect(queryByRole(row as HTMLElement, "link")?.getAttribute("href")).toBe(`/devices/${id}`);
});

test("feeds say what they have and when they were fetched, and never their address", async () => {
  const { host } = await openPage(office, jana, <FeedList />);
  await until(() => expect(host.textContent).toContain("Du hast noch keinen Kalender-Feed."));
  const feed = { name: "Fristen", scope: "mine", categories: ["device", "domain"] } as const;
  const { url, hint } = await (await office.as(jana)).calendarFeed.create({
    ...feed,
    categories: [...feed.categories],
  });
  const filled = await openPage(office, jana, <FeedList />);
  await until(() => expect(queryByRole(filled.host, "listitem")?.textContent).toContain("Fristen"));
  const text = queryByRole(filled.host, "listitem")?.textContent;
  for (const words of ["Meine Fristen", "Domains & Hosting, Geräte & Rückgaben", "noch nie abgerufen", hint])
    expect(text).toContain(words);
  expect(filled.host.innerHTML).not.toContain(url.slice(-30));
});
