// @vitest-environment happy-dom
import { act, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { startValues } from "../../../app/records/form/form-value.ts";
import { formParts, namesOf } from "../../../app/records/form/layout.ts";
import { openRecordDialog } from "../../../app/records/form/record-dialog.tsx";
import { RecordForm } from "../../../app/records/form/record-form.tsx";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import { mainTypes, recordTypes } from "../../../contract/records/record-types.ts";
import { isShown } from "../../../contract/records/shown-when.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;

/** What labels and headings of controls say. */
const labels = (host: HTMLElement) =>
  [...host.querySelectorAll("label, legend")].map((each) => each.textContent?.trim() ?? "");

const isNamed = (host: HTMLElement, label: string) => labels(host).some((each) => each.startsWith(label));

describe.each(mainTypes)("the form of a %s", (type) => {
  test("has a control for everything that an admin enters at its start", async () => {
    const admin = await office.hire({ role: "admin" });
    const { host } = await openPage(office, admin, <RecordForm type={type} />);
    const { fields, labels: words } = declarationOf(type);
    const all = namesOf(formParts(declarationOf(type), "admin"));
    const start = startValues(fields, all);
    const names = all.filter((name) => isShown(fields[name] as Field, start));
    expect(names.filter((name) => !isNamed(host, fields[name]?.label ?? ""))).toEqual([]);
    expect(button(host, `${words.one} anlegen`)).toBeTruthy();
  });
});

describe.each(recordTypes.filter((type) => !mainTypes.some((main) => main === type)))("the dialog of a %s", (type) => {
  test("has a control for everything, and asks for what is required", async () => {
    const admin = await office.hire({ role: "admin" });
    await openPage(office, admin, <ModalHost />);
    act(() => void openRecordDialog(type));
    const declaration = declarationOf(type);
    await until(() => expect(dialog()).toBeTruthy());
    const names = namesOf(formParts(declaration, "admin"));
    expect(names.filter((name) => !isNamed(dialog(), declaration.fields[name]?.label ?? ""))).toEqual([]);
    await click(button(dialog(), `${declaration.labels.one} anlegen`));
    await until(() => expect(dialog().textContent).toContain("Pflichtfeld."));
    await click(button(dialog(), "Abbrechen"));
    await until(() => expect(dialog()).toBeNull());
  });
});
