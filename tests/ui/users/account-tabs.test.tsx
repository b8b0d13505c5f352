// @vitest-environment happy-dom
import { queryAllByRole, queryByRole } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { FeedList } from "../../../app/features/calendar-feeds/feed-list.tsx";
import { HeldDevices } from "../../../app/features/devices/held-devices.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, choose, click } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
});

test("devices that were checked out say since when, until when and which are overdue, and lead to themselves", async () => {
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

test("a feed is changed: for a team, with an alarm, and refused without a customer to be about", async () => {
  const { calendarFeed } = await office.as(jana);
  const { id } = await calendarFeed.create({ name: "Fristen", scope: "mine", categories: ["device"] });
  const page = (
    <>
      <FeedList />
      <ModalHost />
    </>
  );
  const { host } = await openPage(office, jana, page);
  await until(() => expect(button(host, "Feed „Fristen“ bearbeiten")).toBeDefined());
  await click(button(host, "Feed „Fristen“ bearbeiten"));
  const find = (name: string) => queryByRole(document.body, "combobox", { name }) as HTMLElement;
  await until(() => expect(find("Umfang")).not.toBeNull());
  const save = () => click(button(document.body, "Speichern"));
  await choose(find("Umfang"), "customer");
  await save();
  await until(() => expect(document.body.textContent).toContain("Kunde: Bitte wählen."));
  await choose(find("Umfang"), "team");
  await choose(find("Team"), "member");
  await choose(find("Erinnerung im Kalender"), "7");
  await save();
  await until(() => {
    expect(queryByRole(document.body, "dialog")).toBeNull();
    expect(queryByRole(host, "listitem")?.textContent).toContain("7 Tage davor, 9 Uhr");
  });
  expect(await calendarFeed.list({})).toMatchObject([{ id, scope: "team", team: "member", alarmDays: 7 }]);
});
