// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionList } from "../../../app/features/users/account/session-list.tsx";
import { InviteDialog } from "../../../app/features/users/people/invite-dialog.tsx";
import { PeopleList } from "../../../app/features/users/people/people-list.tsx";
import { RoleTable } from "../../../app/features/users/people/role-table.tsx";
import { createSession } from "../../../server/auth/sessions.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let admin: Person;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.hire({ name: "Jana Petersen", role: "admin", email: "jana@agentur.example" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const text = (within: HTMLElement) => within.textContent ?? "";
const dialog = () => (queryByRole(document.body, "dialog") ?? queryByRole(document.body, "alertdialog")) as HTMLElement;
const control = (name: string) => dialog().querySelector(`[name=${name}]`) as HTMLInputElement;

/** Radix opens its menus by keyboard as well; happy-dom has no pointer capture. */
async function choose(host: HTMLElement, person: string, entry: string) {
  const trigger = button(host, `Aktionen für ${person}`);
  act(() => void trigger.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
  await until(() => expect(text(document.body)).toContain(entry));
  const item = queryAllByRole(document.body, "menuitem").find((each) => text(each) === entry);
  await click(item);
}

function quietly() {
  vi.spyOn(console, "error")
    .mockReset()
    .mockImplementation(() => undefined);
  return () => vi.mocked(console.error).mockClear();
}

test("the last admin cannot be locked out, and the dialog says so", async () => {
  const forget = quietly();
  const { host } = await openPage(office, admin, <PeopleList />);
  await until(() => expect(text(host)).toContain("Jana Petersen"));
  await choose(host, "Jana Petersen", "Konto sperren …");
  await until(() => expect(dialog()).toBeTruthy());
  await click(button(dialog(), "Sperren"));
  await until(() => expect(text(dialog())).toContain("Mindestens eine Person muss Admin bleiben."));
  forget();
});

test("an admin sees where somebody is signed in, ends one session and then all", async () => {
  const jonas = await office.hire({ name: "Jonas Reich" });
  const { db, now } = office.services;
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  for (const userAgent of [undefined, firefox])
    await createSession(db, { userId: jonas.id, now: now(), ...(userAgent && { userAgent }) });
  const open = async () =>
    (await db.selectFrom("sessions").select("id").where("userId", "=", jonas.id).execute()).length;
  const { host } = await openPage(office, admin, <PeopleList />);
  await until(() => expect(text(host)).toContain("Jonas Reich"));
  await choose(host, "Jonas Reich", "Angemeldete Geräte …");
  await until(() => expect(text(dialog())).toContain("Firefox auf Linux"));
  await click(button(dialog(), "Sitzung Firefox auf Linux beenden"));
  await until(() => expect(text(dialog())).not.toContain("Firefox auf Linux"));
  expect(await open()).toBe(1);
  await click(button(dialog(), "Überall abmelden"));
  const question = () => queryByRole(document.body, "alertdialog") as HTMLElement;
  await until(() => expect(text(question())).toContain("Jonas Reich überall abmelden?"));
  await click(button(question(), "Überall abmelden"));
  await until(() => expect(text(document.body)).toContain("Jonas Reich ist nirgends angemeldet."));
  expect(await open()).toBe(0);
});

test("a list that cannot be read says so and tries again", async () => {
  const forget = quietly();
  vi.useFakeTimers();
  const page = await openPage(office, admin, <PeopleList />);
  page.cut("user.list");
  await act(() => vi.advanceTimersByTimeAsync(8000));
  expect(page.calls.filter(({ path }) => path === "user.list")).toHaveLength(4);
  expect(text(page.host)).toContain("Die Liste konnte nicht geladen werden.");
  vi.useRealTimers();
  page.restore("user.list");
  await click(button(page.host, "Erneut versuchen"));
  await until(() => expect(text(page.host)).toContain("Jana Petersen"));
  forget();
});

test("an invited address that is taken is refused at its field", async () => {
  const forget = quietly();
  const { host } = await openPage(office, admin, <InviteDialog />);
  await click(button(host, "Einladen"));
  await until(() => expect(dialog()).toBeTruthy());
  await type(control("name"), "Timo Berg");
  await type(control("email"), "JANA@agentur.example");
  await click(button(dialog(), "Einladen"));
  await until(() => expect(text(dialog())).toContain("bereits vergeben"));
  await until(() => expect(document.activeElement).toBe(control("email")));
  forget();
});

test("an address that somebody has is said when its field is left", async () => {
  const { host, calls } = await openPage(office, admin, <InviteDialog />);
  await click(button(host, "Einladen"));
  await type(control("email"), "JANA@agentur.example");
  act(() => void control("email").dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
  await until(() => expect(text(dialog())).toContain("bereits vergeben"));
  expect(calls.map(({ path }) => path)).not.toContain("user.invite");
});

test("an invitation that was mailed says to whom, and shows its link for who does not get it", async () => {
  const api = await office.as(admin);
  const { version } = await api.setting.get({ section: "mail" });
  const values = { host: "mail.example", fromEmail: "portal@agentur.example" };
  await api.setting.update({ section: "mail", values, version });
  const { host } = await openPage(office, admin, <InviteDialog />);
  await click(button(host, "Einladen"));
  await type(control("name"), "Timo Berg");
  await type(control("email"), "timo@agentur.example");
  await click(button(dialog(), "Einladen"));
  await until(() => expect(text(dialog())).toContain("Timo Berg bekommt den Link an timo@agentur.example."));
  expect(text(dialog())).toContain("Einladung verschickt");
  expect(dialog().querySelector("[aria-label=Einladungslink]")).toBeTruthy();
});

test("an invitation shows its link once, and the link works", async () => {
  const { host } = await openPage(office, admin, <InviteDialog />);
  await click(button(host, "Einladen"));
  await click(button(dialog(), "Einladen"));
  expect(text(dialog())).toContain("Name: Pflichtfeld.");
  await type(control("name"), "Timo Berg");
  await type(control("email"), "timo@agentur.example");
  await click(button(dialog(), "Einladen"));
  await until(() => expect(text(dialog())).toContain("7 Tage gültig"));
  const link = field(dialog(), "Einladungslink").value;
  expect(new URL(link).pathname).toBe("/auth/join");
  await click(button(dialog(), "Fertig"));
  await until(() => expect(dialog()).toBeNull());
  await click(button(host, "Einladen"));
  expect(control("name").value).toBe("");
  expect(text(document.body)).not.toContain("7 Tage gültig");
});

test("an admin gets a link for a new password, shown once, for people who have joined", async () => {
  const timo = await office.hire({ name: "Timo Brandt" });
  const { host } = await openPage(office, admin, <PeopleList />);
  await until(() => expect(text(host)).toContain("Timo Brandt"));
  await choose(host, "Timo Brandt", "Link für neues Passwort …");
  await until(() => expect(text(dialog())).toContain("7 Tage gültig"));
  expect(text(dialog())).toContain("Für Timo Brandt.");
  const link = field(dialog(), "Link für neues Passwort").value;
  expect(new URL(link).pathname).toBe("/auth/join");
  await click(button(dialog(), "Fertig"));
  await until(() => expect(dialog()).toBeNull());
  const { data } = await (await office.as(admin)).user.list({ search: timo.name });
  expect(data).toMatchObject([{ state: "active" }]);
});

test("without hits the filters can be put back", async () => {
  const page = await openPage(office, admin, <PeopleList />);
  const search = queryByRole(page.host, "searchbox") as HTMLInputElement;
  await type(search, "niemand");
  await until(() => expect(text(page.host)).toContain("Keine Treffer für diese Filter."));
  await click(button(page.host, "Filter zurücksetzen"));
  await until(() => expect(text(page.host)).toContain("Jana Petersen"));
  expect(search.value).toBe("");
});

test("a session can be ended from the list, the own one only by signing out everywhere", async () => {
  await office.contextOf(admin);
  const { host } = await openPage(office, admin, <SessionList />);
  await until(() => expect(queryAllByRole(host, "listitem")).toHaveLength(2));
  const ends = queryAllByRole(host, "listitem").flatMap((item) => queryAllByRole(item, "button"));
  expect(ends).toHaveLength(1);
  await click(ends[0]);
  await until(() => expect(queryAllByRole(host, "listitem")).toHaveLength(1));
  expect(text(host)).toContain("Diese Sitzung");

  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  await click(button(host, "Überall abmelden"));
  await click(button(dialog(), "Überall abmelden"));
  await until(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/auth/signin"));
  expect(await office.services.db.selectFrom("sessions").select("id").execute()).toEqual([]);
});

test("each role is explained, by what the server decides by", async () => {
  const { host } = await openPage(office, admin, <RoleTable />);
  await until(() => expect(text(host)).toContain("Liest mit"));
  const rights = queryAllByRole(host, "row")
    .slice(1)
    .map((row) => text(row));
  expect(rights).toContain("Endgültig löschenAdminja–nein–nein–nein");
  expect(rights).toContain("Preise, Kosten und Inhaber sehenAdmin, Betreuerjaja–nein–nein");
});
