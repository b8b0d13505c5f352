// @vitest-environment happy-dom
import { findByLabelText, findByRole, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { CheckSettingsDialog } from "../../../app/features/checks/check-settings-dialog.tsx";
import { VantagePointList } from "../../../app/features/vantage-points/vantage-point-list.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let chief: Person;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin" });
  admin = await office.as(chief);
});

const report = (id: string, columns: object) =>
  office.services.db.updateTable("vantagePoints").set(columns).where("id", "=", id).execute();

test("each vantage point says whether its agent reports, and what is wrong where it does not do well", async () => {
  const at = (minutes: number) => new Date(office.services.now().getTime() - minutes * 60_000).toISOString();
  const states: [string, object][] = [
    ["Frankfurt", { lastAt: at(0), version: "0.3.0", heldResults: 12 }],
    ["Helsinki", { lastAt: at(30), version: "0.2.0", heldResults: 12 }],
    ["Wien", { lastAt: at(0), clockOffMs: -400_000 }],
    ["Zürich", {}],
  ];
  for (const [name, columns] of states) {
    const { id } = await admin.vantagePoint.create({ name });
    if (Object.keys(columns).length > 0) await report(id, columns);
  }
  const { host } = await openPage(office, chief, <VantagePointList />);
  await until(() => expect(within(host).getAllByRole("listitem")).toHaveLength(4));
  const [frankfurt, helsinki, wien, zurich] = within(host)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  expect(frankfurt).toMatch(
    /FrankfurtMeldet sich.*nichts zugeteilt · 12 Ergebnisse warten beim Agenten · Agent 0\.3\.0/,
  );
  expect(helsinki).toMatch(/HelsinkiMeldet sich nicht.*zuletzt 20\.11\.2026/);
  expect(helsinki).not.toContain("warten");
  expect(wien).toMatch(/WienUhr geht falsch.*Die Uhr des Rechners geht 7 Minuten nach/);
  expect(zurich).toMatch(/ZürichNoch nie gemeldet(?!.*noch nie gemeldet)/);
});

test("a token is shown once with the variables of its agent, and a revoked one cannot be revoked again", async () => {
  const user = userEvent.setup({ document });
  const { host } = await openPage(office, chief, <VantagePointList />);
  await user.click(await findByRole(host, "button", { name: "Messpunkt anlegen" }));
  const dialog = await findByRole(document.body, "dialog");
  await user.type(await findByLabelText(dialog, "Name"), "Helsinki");
  await user.click(within(dialog).getByRole("button", { name: "Anlegen" }));
  const token = await findByRole<HTMLInputElement>(document.body, "textbox", { name: "Token" });
  expect(token.value).toMatch(/^mtca_/);
  expect(document.body.textContent).toContain(`AGENT_TOKEN=${token.value}`);
  await user.click(within(document.body).getByRole("button", { name: "Eingetragen" }));
  await until(() => expect(document.body.textContent).not.toContain(token.value));
  await user.click(await findByRole(host, "button", { name: "Token von „Helsinki“ widerrufen" }));
  const question = await findByRole(document.body, "alertdialog");
  await user.click(within(question).getByRole("button", { name: "Widerrufen" }));
  await until(() => expect(host.textContent).toContain("HelsinkiToken widerrufen"));
  expect(within(host).queryByRole("button", { name: "Token von „Helsinki“ widerrufen" })).toBeNull();
});

test("a website is looked at from chosen places, of which the last one stays", async () => {
  const user = userEvent.setup({ document });
  const { id: helsinki } = await admin.vantagePoint.create({ name: "Helsinki" });
  const { id } = await admin.website.create({ body: { url: "https://amsel.de/", name: "Amsel", lifecycle: "live" } });
  const record = await admin.website.get({ id });
  await openPage(
    office,
    chief,
    <CheckSettingsDialog record={record} open onOpenChange={() => undefined} close={() => undefined} />,
  );
  const portal = await findByLabelText<HTMLInputElement>(document.body, "Portal");
  expect([portal.checked, portal.disabled]).toEqual([true, true]);
  await user.click(await findByLabelText(document.body, "Helsinki (noch nie gemeldet)"));
  expect(portal.disabled).toBe(false);
  await user.selectOptions(await findByLabelText(document.body, "Gilt als offline"), "any");
  await user.click(within(document.body).getByRole("button", { name: "Speichern" }));
  await until(async () =>
    expect((await admin.check.settings({ type: "website", id })).config).toMatchObject({
      points: ["portal", helsinki],
      rule: "any",
    }),
  );
});
