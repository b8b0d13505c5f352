// @vitest-environment happy-dom

import { Link } from "@remix-run/react";
import { fireEvent, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PasswordForm } from "../../../app/features/users/account/password-form.tsx";
import { ProfileForm } from "../../../app/features/users/account/profile-form.tsx";
import { useProfile } from "../../../app/features/users/account/use-profile.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { hashQuickly } from "../../support/portal/quick-password.ts";
import { until } from "../../support/until.ts";

const password = "ein langes Passwort";
let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ email: "jana@agentur.example", passwordHash: await hashQuickly(password) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const sentences = (host: HTMLElement) => queryAllByRole(host, "listitem").map((each) => each.textContent);

/** The refusals that a test provokes are what the RPC client has to log. */
function expectFailuresOnConsole() {
  vi.spyOn(console, "error")
    .mockReset()
    .mockImplementation(() => undefined);
  return () => vi.mocked(console.error).mockClear();
}

function Profile({ id }: { id: string }) {
  const { profile } = useProfile(id);
  return profile?.access === "full" ? <ProfileForm profile={profile} /> : null;
}

async function openProfile() {
  const page = await openPage(office, jana, <Profile id={jana.id} />);
  await until(() => expect(field(page.host, "Name")?.value).toBe("Jana Petersen"));
  return page;
}
const stored = async () => {
  const profile = await (await office.as(jana)).user.getProfile({ id: jana.id });
  return profile.access === "full" ? profile : undefined;
};

test("every wrong field says so, the first gets the focus, and nothing is sent", async () => {
  const { host, calls } = await openProfile();
  await type(field(host, "Name"), " ");
  await type(field(host, "E-Mail"), "jana");
  await click(button(host, "Speichern"));
  expect(sentences(host)).toEqual(["Name: Pflichtfeld.", "E-Mail: Keine gültige E-Mail-Adresse."]);
  expect(document.activeElement).toBe(field(host, "Name"));
  expect(calls.map(({ path }) => path)).not.toContain("user.update");
});

test("an address that somebody else has is refused at its field", async () => {
  const forget = expectFailuresOnConsole();
  await office.hire({ email: "timo@agentur.example" });
  const { host } = await openProfile();
  await type(field(host, "E-Mail"), "timo@agentur.example");
  await click(button(host, "Speichern"));
  await until(() => expect(sentences(host)).toEqual([expect.stringContaining("bereits vergeben")]));
  await until(() => expect(document.activeElement).toBe(field(host, "E-Mail")));
  forget();
});

test("who manages people is told of a taken address when its field is left; nobody else can ask whose one is", async () => {
  await office.hire({ email: "timo@agentur.example" });
  const admin = await office.hire({ name: "Maren Ahlers", role: "admin" });
  const asks = ({ path }: { path: string }) => path === "user.takenEmail";
  const own = await openPage(office, admin, <Profile id={admin.id} />);
  await until(() => expect(field(own.host, "E-Mail")?.value).toBeTruthy());
  await type(field(own.host, "E-Mail"), "timo@agentur.example");
  fireEvent.blur(field(own.host, "E-Mail"));
  await until(() => expect(sentences(own.host)).toEqual([expect.stringContaining("bereits vergeben")]));
  expect(own.calls.map(({ path }) => path)).not.toContain("user.changeEmail");

  const members = await openProfile();
  await type(field(members.host, "E-Mail"), "timo@agentur.example");
  fireEvent.blur(field(members.host, "E-Mail"));
  expect(sentences(members.host)).toEqual([]);
  expect(members.calls.filter(asks)).toEqual([]);
});

test("what somebody else changed meanwhile is not overwritten; „Neu laden“ shows it", async () => {
  const forget = expectFailuresOnConsole();
  const { host } = await openProfile();
  await type(field(host, "Position"), "Leitung");
  const admin = await office.as(await office.hire({ role: "admin" }));
  await admin.user.update({ params: { id: jana.id }, body: { phone: "+49 30 1" } });
  await click(button(host, "Speichern"));
  await until(() => expect(button(host, "Neu laden")).toBeTruthy());
  expect((await stored())?.position).toBeNull();
  await click(button(host, "Neu laden"));
  await until(() => expect(field(host, "Telefon").value).toBe("+49 30 1"));
  await until(() => expect(field(host, "Position").value).toBe(""));
  forget();
});

test("only what was changed is stored, and the form is at rest again", async () => {
  const { host, calls } = await openProfile();
  expect(button(host, "Speichern").disabled).toBe(true);
  await type(field(host, "Position"), "Leitung Technik");
  await click(button(host, "Speichern"));
  await until(() => expect(button(host, "Speichern").disabled).toBe(true));
  expect((await stored())?.position).toBe("Leitung Technik");
  const sent = calls.find(({ path }) => path === "user.update")?.input as { body: object };
  expect(sent.body).toEqual({ position: "Leitung Technik" });
});

test("what is typed while a save is under way stays unsaved, and the next save stores it", async () => {
  const { host, hold, calls } = await openProfile();
  const answer = hold("user.update");
  await type(field(host, "Name"), "Jana Adler");
  await type(field(host, "Position"), "Leitung");
  await click(button(host, "Speichern"));
  await until(() => expect(host.textContent).toContain("Speichert …"));
  await type(field(host, "Position"), "Leitung Technik");
  await type(field(host, "Telefon"), "+49 30 1");
  answer();
  await until(() => expect(host.textContent).not.toContain("Speichert …"));
  expect(field(host, "Position").value).toBe("Leitung Technik");
  expect(field(host, "Telefon").value).toBe("+49 30 1");
  expect((await stored())?.position).toBe("Leitung");

  await click(button(host, "Speichern"));
  await until(() => expect(button(host, "Speichern").disabled).toBe(true));
  expect(await stored()).toMatchObject({ name: "Jana Adler", position: "Leitung Technik", phone: "+49 30 1" });
  const bodies = calls
    .filter(({ path }) => path === "user.update")
    .map(({ input }) => (input as { body: object }).body);
  expect(bodies).toEqual([
    { name: "Jana Adler", position: "Leitung" },
    { position: "Leitung Technik", phone: "+49 30 1" },
  ]);
  expect(JSON.stringify(sessionStorage)).not.toContain("Leitung");
});

test("what is typed while a new address is stored stays too", async () => {
  const { host, hold } = await openProfile();
  const answer = hold("user.changeEmail");
  await type(field(host, "E-Mail"), "jana@neu.example");
  await click(button(host, "Speichern"));
  await until(() => expect(host.textContent).toContain("Speichert …"));
  await type(field(host, "E-Mail"), "jana.adler@neu.example");
  await type(field(host, "Position"), "Leitung");
  answer();
  await until(() => expect(host.textContent).not.toContain("Speichert …"));
  expect((await stored())?.email).toBe("jana@neu.example");
  expect(field(host, "E-Mail").value).toBe("jana.adler@neu.example");
  await click(button(host, "Speichern"));
  await until(() => expect(button(host, "Speichern").disabled).toBe(true));
  expect(await stored()).toMatchObject({ email: "jana.adler@neu.example", position: "Leitung" });
});

test("a draft outlives a reload of the tab until it is discarded", async () => {
  const first = await openProfile();
  await type(field(first.host, "Position"), "Leitung");
  first.host.remove();
  const { host } = await openProfile();
  await until(() => expect(field(host, "Position").value).toBe("Leitung"));
  await click(button(host, "Verwerfen"));
  expect(field(host, "Position").value).toBe("");
  expect(JSON.stringify(sessionStorage)).not.toContain("Leitung");
});

test("leaving with unsaved changes asks first, and discards them only when told to", async () => {
  const leave = <Link to="/websites">Fort</Link>;
  const { host, pathname, calls } = await openPage(
    office,
    jana,
    <>
      {leave}
      <Profile id={jana.id} />
    </>,
  );
  await until(() => expect(field(host, "Name")?.value).toBe("Jana Petersen"));
  const link = queryByRole(host, "link");
  const question = () => queryByRole<HTMLElement>(document.body, "alertdialog");

  await type(field(host, "Position"), "Leitung");
  await click(link);
  await until(() => expect(question()?.textContent).toContain("Änderungen verwerfen?"));
  await click(button(question() as HTMLElement, "Weiter bearbeiten"));
  await until(() => expect(question()).toBeNull());
  expect(pathname()).toBe("/");
  expect(field(host, "Position").value).toBe("Leitung");

  await click(link);
  await until(() => expect(question()).not.toBeNull());
  await click(button(question() as HTMLElement, "Verwerfen"));
  await until(() => expect(pathname()).toBe("/websites"));
  await until(() => expect(question()).toBeNull());
  await until(() => expect(field(host, "Position").value).toBe(""));
  expect(JSON.stringify(sessionStorage)).not.toContain("Leitung");

  await type(field(host, "Position"), "Technik");
  await click(button(host, "Speichern"));
  await until(() => expect(button(host, "Speichern").disabled).toBe(true));
  const updates = calls.filter(({ path }) => path === "user.update").map(({ input }) => input);
  expect(updates).toEqual([expect.objectContaining({ body: { position: "Technik" } })]);
});

test("passwords are checked here and there, and never kept", async () => {
  const forget = expectFailuresOnConsole();
  const onChanged = vi.fn();
  const form = <PasswordForm email="jana@agentur.example" onChanged={onChanged} />;
  const { host } = await openPage(office, jana, form);
  const next = "noch ein langes Passwort";

  await type(field(host, "Neues Passwort"), "kurz");
  await click(button(host, "Passwort ändern"));
  expect(sentences(host)).toEqual([
    "Aktuelles Passwort: Pflichtfeld.",
    "Passwort: Mindestens 12 Zeichen.",
    "Neues Passwort wiederholen: Stimmt nicht mit dem neuen Passwort überein.",
  ]);

  await type(field(host, "Aktuelles Passwort"), "nicht das alte");
  await type(field(host, "Neues Passwort"), next);
  await type(field(host, "Neues Passwort wiederholen"), next);
  await click(button(host, "Passwort ändern"));
  await until(() => expect(sentences(host)).toEqual(["Aktuelles Passwort: Das Passwort ist falsch."]));
  expect(onChanged).not.toHaveBeenCalled();

  await type(field(host, "Aktuelles Passwort"), password);
  await click(button(host, "Passwort ändern"));
  await until(() => expect(onChanged).toHaveBeenCalledOnce());
  await until(() => expect(field(host, "Neues Passwort").value).toBe(""));
  expect(sessionStorage.length).toBe(0);
  forget();
});

test("what is typed while a password is being changed is not taken away", async () => {
  const form = <PasswordForm email="jana@agentur.example" onChanged={() => undefined} />;
  const { host, hold } = await openPage(office, jana, form);
  const answer = hold("user.changePassword");
  await type(field(host, "Aktuelles Passwort"), password);
  await type(field(host, "Neues Passwort"), "noch ein langes Passwort");
  await type(field(host, "Neues Passwort wiederholen"), "noch ein langes Passwort");
  await click(button(host, "Passwort ändern"));
  await type(field(host, "Neues Passwort"), "ein anderes langes Passwort");
  answer();
  await until(() => expect(field(host, "Aktuelles Passwort").value).toBe(""));
  expect(field(host, "Neues Passwort wiederholen").value).toBe("");
  expect(field(host, "Neues Passwort").value).toBe("ein anderes langes Passwort");
});

test("a sentence does not push a button away from under a pressed pointer", async () => {
  const { host } = await openProfile();
  const name = field(host, "Name");
  await type(name, "");
  name.focus();
  window.dispatchEvent(new Event("pointerdown"));
  name.blur();
  expect(sentences(host)).toEqual([]);
  window.dispatchEvent(new Event("pointerup"));
  await until(() => expect(sentences(host)).toEqual(["Name: Pflichtfeld."]));
});
