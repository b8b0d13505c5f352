// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { DueList } from "../../../app/features/dashboard/needs/due-list.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
});

const press = (key: string) =>
  act(() => {
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
const here = () => document.activeElement?.textContent ?? "";

test("keys walk through the rows and finish them, the next row has the focus, until nothing is left", async () => {
  const mine = { responsibleUserId: jana.id };
  await createRecord(api, "device", { name: "Bussard 3", warrantyUntil: "2026-11-30", ...mine });
  await api.deadline.create({ label: "Lizenz verlängern", dueOn: "2026-11-25", ...mine });
  await api.task.create({ title: "Lager aufräumen", assigneeUserId: jana.id });
  const { host } = await openPage(office, jana, <DueList choice={{ whose: "mine", limit: 10 }} />);
  const titles = () => [...host.querySelectorAll("[data-need] [data-need-link] .text-row")].map((e) => e.textContent);
  await until(() => expect(titles()).toEqual(["Lizenz verlängern", "Bussard 3", "Lager aufräumen"]));
  press("j");
  expect(here()).toContain("Lizenz verlängern");
  press("j");
  expect(here()).toContain("Bussard 3");
  press("k");
  expect(here()).toContain("Lizenz verlängern");
  press("e");
  await until(() => expect(titles()).toEqual(["Bussard 3", "Lager aufräumen"]));
  await until(() => expect(here()).toContain("Bussard 3"));
  press("e");
  await until(() => expect(titles()).toEqual(["Lager aufräumen"]));
  await until(() => expect(here()).toContain("Lager aufräumen"));
  press("e");
  await until(() => expect(host.textContent).toContain("Keine offenen Punkte für dich."));
  await until(async () => expect((await api.dashboard.due({})).summary.mine.total).toBe(0));
});

const shown = (person: Person) =>
  openPage(
    office,
    person,
    <>
      <DueList choice={{ whose: "all", limit: 10 }} />
      <ModalHost />
    </>,
  );

/** Radix opens its menus by keyboard as well; happy-dom has no pointer capture. */
async function openMenu(host: HTMLElement, name: string): Promise<(string | null)[]> {
  await until(() => expect(queryAllByRole(host, "button", { name })).not.toEqual([]));
  const trigger = button(host, name);
  act(() => void trigger.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
  await until(() => expect(menuItems().length).toBeGreaterThan(0));
  return menuItems().map(({ textContent }) => textContent);
}
/** The focus goes back a moment later, and would close a menu that is open by then. */
async function closeMenu(host: HTMLElement, name: string): Promise<void> {
  press("Escape");
  await until(() => expect(menuItems()).toEqual([]));
  await until(() => expect(document.activeElement).toBe(button(host, name)));
}
const menuItems = () => queryAllByRole(document.body, "menuitem");
const choose = (name: string) => click(menuItems().find(({ textContent }) => textContent === name));
const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;

const aContract = async (person: Person) =>
  createRecord(await office.as(person), "contract", {
    startAt: "2025-12-25",
    endAt: "2026-12-24",
    periodMonths: 12,
    noticeDays: 14,
    title: "Pflege Amsel",
    priceCents: 9000,
    cycle: "monthly",
  });

test("a row offers what can be decided about its type in its words, and prices to who may see them", async () => {
  const maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  await aContract(maren);
  await createRecord(api, "device", { name: "Bussard 3", ownership: "leased", leasingEndAt: "2026-12-10" });
  const { host } = await shown(jana);
  // A contract cannot be handed over.
  expect(await openMenu(host, "Über Pflege Amsel entscheiden")).toEqual(["Behalten", "Kündigen", "Verlängert"]);
  await closeMenu(host, "Über Pflege Amsel entscheiden");
  expect(await openMenu(host, "Über Bussard 3 entscheiden")).toEqual([
    "Weiter leasen",
    "Zurückgeben",
    "Kaufen",
    "Verlängert",
  ]);
  await closeMenu(host, "Über Bussard 3 entscheiden");
  const offered = await openMenu(host, "Mehr zu Pflege Amsel");
  expect(offered).toContain("Gekündigt zum …");
  expect(offered).not.toContain("Preis ab …");
});

test("a row is priced from a day on, where it stands", async () => {
  const maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  const { id } = await aContract(maren);
  const { host } = await shown(maren);
  await openMenu(host, "Mehr zu Pflege Amsel");
  await choose("Preis ab …");
  await until(() => expect(field(dialog(), "Verkauf")).not.toBeNull());
  await type(field(dialog(), "Gilt ab"), "20.11.2026");
  await type(field(dialog(), "Verkauf"), "99,50");
  await click(button(dialog(), "Preis speichern"));
  await until(() => expect(dialog()).toBeNull());
  const rich = await office.as(maren);
  await until(async () => expect((await rich.contract.get({ id })).values.priceCents).toBe(9950));
});

test("a row is cancelled to the day that somebody enters, where it stands", async () => {
  const maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  const { id } = await aContract(maren);
  const { host } = await shown(maren);
  await openMenu(host, "Mehr zu Pflege Amsel");
  await choose("Gekündigt zum …");
  await until(() => expect(field(dialog(), "Ende")).not.toBeNull());
  await type(field(dialog(), "Ende"), "31.03.2027");
  await click(button(dialog(), "Gekündigt"));
  // What is left is about the customer.
  await until(() => expect(host.textContent).not.toContain("Pflege Amsel"));
  const rich = await office.as(maren);
  await until(async () =>
    expect((await rich.contract.get({ id })).values).toMatchObject({ status: "cancelled", endAt: "2027-03-31" }),
  );
});

test("what is kept and does not renew itself is renewed on a phone, too, where all acts stand in one menu", async () => {
  const kept = { renewDecision: "keep", renewsAt: "2026-12-12", noticeDays: 0, autoRenew: false };
  const { id } = await createRecord(api, "domain", { ...kept, name: "amsel.example" });
  const { host } = await shown(jana);
  expect(await openMenu(host, "Aktionen für amsel.example")).toContain("Verlängert");
  await choose("Verlängert");
  await until(() => expect(queryAllByRole(host, "button", { name: "Aktionen für amsel.example" })).toEqual([]));
  expect((await api.domain.get({ id })).values.renewsAt).toBe("2027-12-12");
});
