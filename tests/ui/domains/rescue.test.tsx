// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { DomainNotice } from "../../../app/features/domains/overview-notice.tsx";
import { RegistrationValue } from "../../../app/features/domains/registration-value.tsx";
import type { RecordRow } from "../../../contract/records/rows.ts";
import type { Role } from "../../../contract/roles.ts";
import type { Api } from "../../../server/features/router.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, screen } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let api: Api;
beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

async function open(name: string, { role, delegation = "notDelegated" }: { role: Role; delegation?: string }) {
  const { id } = await createRecord(api, "domain", { name });
  await office.services.db.updateTable("domains").set({ delegation }).where("id", "=", id).execute();
  const record: RecordRow = await api.domain.get({ id });
  const person = await office.hire({ role });
  return { person, page: await openPage(office, person, <DomainNotice record={record} />) };
}
const notice = () => screen.queryByRole("region", { name: "Registrierung gefährdet" });

test("a domain that is not delegated says what to ask first, and begins the plan for it", async () => {
  const { person, page } = await open("amsel.de", { role: "maintainer" });
  await until(() => expect(notice()?.textContent).toContain("Nicht delegiert:"));
  expect(notice()?.textContent).toContain("Brief der DENIC");
  await click(button(document, "Plan „Domain im Transit“"));
  await until(() => expect(page.pathname()).toMatch(/^\/wiki\//));
  const { data } = await (await office.as(person)).page.list({});
  expect(data.map(({ title }) => title)).toContain("Domain im Transit: amsel.de");
});

test("those who may change nothing get no plans, and other endings no DENIC", async () => {
  await open("fink.com", { role: "readonly" });
  await until(() => expect(notice()?.textContent).toContain("Nicht delegiert:"));
  expect(notice()?.querySelectorAll("button")).toHaveLength(0);
  expect(notice()?.textContent).not.toContain("DENIC");
});

test("a domain that is moving says until when that is so", async () => {
  const { id } = await createRecord(api, "domain", { name: "fink.de", movingUntil: "2027-03-01" });
  const person = await office.hire({ role: "readonly" });
  const record = await api.domain.get({ id });
  const { host } = await openPage(office, person, <RegistrationValue record={record} variant="cell" />);
  expect(host.textContent).toBe("Umzug läuft bis 01.03.2027");
});

test("what is delegated says nothing", async () => {
  await open("star.de", { role: "maintainer", delegation: "delegated" });
  expect(notice()).toBeNull();
});
