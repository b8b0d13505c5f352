// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DecisionBar } from "../../../app/features/domains/decision-bar.tsx";
import { hostPageUi } from "../../../app/features/hosts/page-ui.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { HistoryTab } from "../../../app/records/history/history-tab.tsx";
import { ArchivedBanner } from "../../../app/records/page/archived-banner.tsx";
import { RecordActions } from "../../../app/records/page/record-actions.tsx";
import { OwnUiProvider } from "../../../app/records/record-ui.tsx";
import { RelationsColumn } from "../../../app/records/related/relations-column.tsx";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let timo: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
  api = await office.as(timo);
});
afterEach(() => vi.unstubAllGlobals());

const text = (within: HTMLElement | null) => within?.textContent ?? "";
const linksOf = (host: HTMLElement) =>
  Object.fromEntries(
    queryAllByRole(host, "link").map((link) => [
      link.getAttribute("aria-label") ?? text(link),
      link.getAttribute("href"),
    ]),
  );

function quietly() {
  const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
  return () => spy.mockClear();
}

async function openMenu(host: HTMLElement, name: string) {
  const trigger = button(host, name);
  act(() => void trigger.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
  await until(() => expect(queryByRole(document.body, "menu")).toBeTruthy());
  return queryAllByRole(document.body, "menuitem");
}

test("relations lead to what they name, to the whole list, and to a form that already knows the record", async () => {
  const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
  for (let n = 0; n < 9; n += 1) await createRecord(api, "domain", { customerId: customer.id });
  const contact = await createRecord(api, "contact", { customerId: customer.id });
  const record = await api.customer.get({ id: customer.id });
  const { host } = await openPage(office, timo, <RelationsColumn record={record} />);
  await until(() => expect(text(host)).toContain("Alle 9 anzeigen"));
  const links = linksOf(host);
  expect(decodeURIComponent(links["Alle 9 anzeigen"] ?? "")).toBe(`/domains?f[customerId]=oneOf:${customer.id}`);
  expect(host.querySelector('button[aria-label="Websites zuordnen"]')).toBeTruthy();
  expect(links[contact.title]).toBe(`/customers/${customer.id}/contacts`);
});

test("the rows of a group say more in a second line, all of them or none", async () => {
  const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
  await createRecord(api, "contact", {
    customerId: customer.id,
    firstName: "Anna",
    lastName: "Berg",
    position: "Inhaberin",
  });
  await createRecord(api, "contact", { customerId: customer.id, firstName: "Bo", lastName: "Uhl" });
  const record = await api.customer.get({ id: customer.id });
  const { host } = await openPage(office, timo, <RelationsColumn record={record} />);
  await until(() => expect(text(host)).toContain("Anna Berg"));
  const rows = queryAllByRole(host, "link").filter((row) => /Anna Berg|Bo Uhl/.test(text(row)));
  const lines = rows.map((row) => row.querySelector(".min-w-0")?.children.length);
  expect(rows).toHaveLength(2);
  expect(new Set(lines).size).toBe(1);
});

test("beside a record stands what is down, and no word of what is well", async () => {
  const customer = await createRecord(api, "customer");
  const down = await createRecord(api, "website", { customerId: customer.id });
  const well = await createRecord(api, "website", { customerId: customer.id });
  const say = (id: string, status: "offline" | "online") =>
    office.services.db.updateTable("websites").set({ status }).where("id", "=", id).execute();
  await say(down.id, "offline");
  await say(well.id, "online");
  const record = await api.customer.get({ id: customer.id });
  const { host } = await openPage(office, timo, <RelationsColumn record={record} />);
  const rowOf = (id: string) => text(host.querySelector(`a[href="/websites/${id}"]`) as HTMLElement);
  await until(() => expect(rowOf(down.id)).toContain("Offline"));
  expect(rowOf(well.id)).not.toContain("Online");
});

test("who only reads is offered nothing to add, and no empty groups", async () => {
  const reader = await office.hire({ role: "readonly" });
  const { id } = await createRecord(api, "customer");
  const record = await (await office.as(reader)).customer.get({ id });
  const { host } = await openPage(office, reader, <RelationsColumn record={record} />);
  await until(() => expect(text(host)).toBe("Noch keine Beziehungen."));
});

test("relations and history that cannot be read say so in their own places and try again", async () => {
  const forget = quietly();
  vi.useFakeTimers();
  const { id } = await createRecord(api, "website");
  const record = await api.website.get({ id });
  const both = (
    <>
      <RelationsColumn record={record} />
      <HistoryTab record={record} />
    </>
  );
  const page = await openPage(office, timo, both);
  page.cut("relation.list");
  page.cut("change.list");
  await act(() => vi.advanceTimersByTimeAsync(8000));
  expect(text(page.host)).toContain("Die Beziehungen konnten nicht geladen werden.");
  expect(text(page.host)).toContain("Der Verlauf konnte nicht geladen werden.");
  vi.useRealTimers();
  page.restore("relation.list");
  page.restore("change.list");
  for (const retry of queryAllByRole(page.host, "button").filter((each) => text(each) === "Erneut versuchen"))
    await click(retry);
  await until(() => expect(text(page.host)).toContain("Timo Brandt hat diesen Eintrag angelegt."));
  await until(() => expect(text(page.host)).toContain("Hauptdomain"));
  forget();
});

test("a domain's decision is asked for while its date comes near, and saved with one press", async () => {
  const today = portalDate(office.services.now());
  const { id } = await createRecord(api, "domain", { renewsAt: addDays(today, 40), noticeDays: 30 });
  const record = await api.domain.get({ id });
  const { host } = await openPage(office, timo, <DecisionBar record={record} />);
  await click(button(host, "Kündigen"));
  await until(async () => expect((await api.domain.get({ id })).values.renewDecision).toBe("cancel"));
});

test.each([
  ["decided", { renewDecision: "keep" }, 40],
  ["far away", {}, 200],
  ["over", {}, -3],
])("a domain's decision is not asked for when it is %s", async (_case, body, days) => {
  const renewsAt = addDays(portalDate(office.services.now()), days);
  const { id } = await createRecord(api, "domain", { renewsAt, ...body });
  const { host } = await openPage(office, timo, <DecisionBar record={await api.domain.get({ id })} />);
  expect(text(host)).toBe("");
});

test("what is in the archive is brought back by those who may", async () => {
  const { id } = await createRecord(api, "host");
  await api.host.archive({ id });
  const reader = await office.hire({ role: "readonly" });
  const seen = await openPage(office, reader, <ArchivedBanner record={await api.host.get({ id })} />);
  expect(text(seen.host)).toContain("Archiviert am 20.11.2026");
  expect(queryByRole(seen.host, "button")).toBeNull();
  const { host } = await openPage(office, timo, <ArchivedBanner record={await api.host.get({ id })} />);
  await click(button(host, "Wiederherstellen"));
  await until(async () => expect((await api.host.get({ id })).archivedAt).toBeNull());
});

test("the menu offers what the person may do with the record", async () => {
  const { id } = await createRecord(api, "host", { name: "web03" });
  const offered = async (person: Person) => {
    const record = await (await office.as(person)).host.get({ id });
    const { host } = await openPage(
      office,
      person,
      <OwnUiProvider type="host" ui={hostPageUi}>
        <RecordActions record={record} />
      </OwnUiProvider>,
    );
    const names = (await openMenu(host, "Mehr zu web03")).map(text);
    act(
      () => void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    );
    await until(() => expect(queryByRole(document.body, "menu")).toBeNull());
    // The focus goes back a moment later, and would close a menu that is open by then.
    await until(() => expect(document.activeElement).toBe(button(host, "Mehr zu web03")));
    return names;
  };
  const reader = await office.hire({ role: "readonly" });
  expect(await offered(reader)).toEqual(["Link kopieren", "Folgen"]);
  expect(await offered(timo)).toEqual([
    "Link kopieren",
    "Folgen",
    "Umzug planen …",
    "Kunden informieren …",
    "Wartung starten …W",
    "Überwachung einstellen …",
    "Duplizieren",
    "Archivieren",
  ]);
  await api.host.archive({ id });
  expect(await offered(timo)).toEqual([
    "Link kopieren",
    "Folgen",
    "Duplizieren",
    "Wiederherstellen",
    "Endgültig löschen …",
  ]);
});

test("deleting for good shows what goes with the record and wants its name", async () => {
  const { id } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  await createRecord(api, "contact", { customerId: id });
  await createRecord(api, "website", { customerId: id });
  await api.customer.archive({ id });
  const actions = (
    <>
      <RecordActions record={await api.customer.get({ id })} />
      <ModalHost />
    </>
  );
  const page = await openPage(office, timo, actions);
  const items = await openMenu(page.host, "Mehr zu Weingut Amsel");
  await click(items.find((item) => text(item) === "Endgültig löschen …"));
  const dialog = () => queryByRole(document.body, "alertdialog") as HTMLElement;
  await until(() => expect(text(dialog())).toContain("1 Ansprechpartnerwird gelöscht"));
  expect(text(dialog())).toContain("1 Websitebleibt, verliert den Bezug");
  expect(button(dialog(), "Endgültig löschen").disabled).toBe(true);
  await type(queryByRole(dialog(), "textbox") as HTMLInputElement, "Weingut Amsel");
  await click(button(dialog(), "Endgültig löschen"));
  await until(() => expect(page.pathname()).toBe("/customers"));
  await expect(api.customer.get({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
