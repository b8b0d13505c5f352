// @vitest-environment happy-dom
import { findByLabelText, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { CheckSettingsDialog } from "../../../app/features/checks/check-settings-dialog.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let chief: Person;
let admin: Api;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin" });
  admin = await office.as(chief);
  id = (await createRecord(admin, "website", { name: "Amsel", url: "https://amsel.test" })).id;
});

async function openDialog() {
  const record = await admin.website.get({ id });
  await openPage(
    office,
    chief,
    <CheckSettingsDialog record={record} open onOpenChange={() => undefined} close={() => undefined} />,
  );
  // While the settings load another dialog stands in its place.
  const field = await findByLabelText(document.body, "Kopfzeilen");
  return field.closest<HTMLElement>("[role=dialog]") ?? document.body;
}

test("a website is asked with headers and a body, and has to lead where it is expected to", async () => {
  const user = userEvent.setup({ document });
  const dialog = await openDialog();
  await user.type(await findByLabelText(dialog, "Kopfzeilen"), "Accept: application/json\nX-Kennung:  a:b ");
  expect(within(dialog).queryByLabelText("Inhalt der Anfrage")).toBeNull();
  await user.selectOptions(await findByLabelText(dialog, "Anfrage"), "POST");
  await user.type(await findByLabelText(dialog, "Inhalt der Anfrage"), "q=amsel");
  await user.type(await findByLabelText(dialog, "Ziel der Weiterleitung"), "https://www.amsel.test/");
  await user.click(within(dialog).getByRole("button", { name: "Speichern" }));
  await until(async () =>
    expect((await admin.check.settings({ type: "website", id })).config.http).toMatchObject({
      method: "POST",
      headers: [
        { name: "Accept", value: "application/json" },
        { name: "X-Kennung", value: "a:b" },
      ],
      body: "q=amsel",
      expectedUrl: "https://www.amsel.test/",
    }),
  );
});

test("what is no header and no whole address is refused at its field, and nothing is written", async () => {
  const user = userEvent.setup({ document });
  const dialog = await openDialog();
  const headers = await findByLabelText(dialog, "Kopfzeilen");
  const target = await findByLabelText(dialog, "Ziel der Weiterleitung");
  await user.type(headers, "ohne Doppelpunkt");
  await user.type(target, "amsel.test");
  await user.click(within(dialog).getByRole("button", { name: "Speichern" }));
  await until(() => expect(headers.getAttribute("aria-invalid")).toBe("true"));
  expect(target.getAttribute("aria-invalid")).toBe("true");
  expect((await findByLabelText(dialog, "Erwartete Codes")).getAttribute("aria-invalid")).not.toBe("true");
  expect(dialog.textContent).toContain("Bitte je Zeile „Name: Wert“ angeben.");
  expect((await admin.check.settings({ type: "website", id })).version).toBe(0);
});
