// @vitest-environment happy-dom
import { queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OffboardingSteps } from "../../../app/features/offboarding/offboarding.tsx";
import { StillTheirs } from "../../../app/features/offboarding/still-theirs.tsx";
import { Appearance } from "../../../app/features/users/account/appearance.tsx";
import { Activity } from "../../../app/features/users/activity.tsx";
import { Tasks } from "../../../app/features/users/tasks.tsx";
import { UserTabs } from "../../../app/features/users/user-tabs.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, clickAtOnce, field } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let chief: Person;
let jana: Person;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin" });
  jana = await office.hire({ name: "Jana Petersen" });
  admin = await office.as(chief);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const links = (host: HTMLElement) => queryAllByRole(host, "link").map((link) => link.textContent);

test("the tabs of others are those that a role may see", async () => {
  const tabs = (isOwn: boolean) => <UserTabs id={jana.id} isOwn={isOwn} />;
  expect(links((await openPage(office, jana, tabs(true))).host)).toContain("Meine Aufgaben");
  const timo = await office.hire({ role: "maintainer" });
  expect(links((await openPage(office, timo, tabs(false))).host)).toEqual(["Profil", "Geräte", "Aufgaben"]);
  expect(links((await openPage(office, chief, tabs(false))).host)).toEqual([
    "Profil",
    "Geräte",
    "Aufgaben",
    "Aktivität",
  ]);
  expect(links((await openPage(office, await office.hire({}), tabs(false))).host)).toEqual([]);
});

test("tasks say that nothing waits, and lead to the lists of what somebody is responsible for", async () => {
  const { host } = await openPage(office, jana, <Tasks userId={jana.id} name={jana.name} isOwn />);
  await until(() => expect(host.textContent).toContain("Nichts wartet auf dich."));
  await createRecord(admin, "customer", { name: "Weingut Amsel", responsibleUserId: jana.id });
  const other = await openPage(office, chief, <Tasks userId={jana.id} name={jana.name} isOwn={false} />);
  await until(() => expect(links(other.host)).toEqual(["1 Kunde", "Weingut Amsel"]));
  const list = new URL(queryAllByRole<HTMLAnchorElement>(other.host, "link")[0]?.href ?? "");
  expect(list.pathname).toBe("/customers");
  expect(list.searchParams.get("f[responsibleUserId]")).toContain(jana.id);
});

test("activity names what changed, and nothing of one's own name", async () => {
  const janas = await office.as(jana);
  await janas.user.update({ params: { id: jana.id }, body: { position: "Leitung" } });
  const { host } = await openPage(office, jana, <Activity userId={jana.id} />);
  await until(() => expect(queryByRole(host, "listitem")?.textContent).toContain("Profil geändert"));
  expect(queryByRole(host, "listitem")?.textContent).not.toContain("Jana");
});

test("a preference shows at once and is stored", async () => {
  const { host } = await openPage(office, jana, <Appearance />);
  const invisible = field(host, "Unsichtbar");
  clickAtOnce(invisible);
  expect(invisible.checked).toBe(true);
  const stored = async () => (await office.as(jana)).user.getPreferences({});
  await until(async () => expect(await stored()).toMatchObject({ isInvisible: true }));
});

test("the last admin cannot be seen off", async () => {
  const { host } = await openPage(office, chief, <OffboardingSteps userId={chief.id} />);
  await until(() => expect(host.textContent).toContain("Mindestens eine Person muss Admin bleiben."));
  expect(button(host, "Konto sperren und abschließen").disabled).toBe(true);
});

test("a closed account says what is still theirs", async () => {
  await createRecord(admin, "customer", { name: "Weingut Amsel", responsibleUserId: jana.id });
  await admin.user.deactivate({ id: jana.id });
  const { host } = await openPage(office, chief, <StillTheirs userId={jana.id} name={jana.name} />);
  await until(() => expect(host.textContent).toContain("bei Jana Petersen liegen noch 1 Zuständigkeit"));
  expect(links(host)).toEqual(["Übergeben"]);
});

test("what is handed over to nobody says so at its field", async () => {
  await createRecord(admin, "customer", { name: "Weingut Amsel", responsibleUserId: jana.id });
  const { host, calls } = await openPage(office, chief, <OffboardingSteps userId={jana.id} />);
  await until(() => expect(host.textContent).toContain("1 Eintrag zu übergeben."));
  await click(button(host, "Übergeben"));
  await until(() => expect(host.textContent).toContain("Übergeben an: Pflichtfeld."));
  expect(calls.map(({ path }) => path)).not.toContain("offboarding.handOver");
});
