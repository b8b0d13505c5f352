// @vitest-environment happy-dom

import { useQuery } from "@tanstack/react-query";
import { queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { QuickFill } from "../../../app/records/form/quick-fill.tsx";
import { useRecordApi } from "../../../app/records/record-api.ts";
import { FieldValue } from "../../../app/records/values/field-value.tsx";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
  api = await office.as(jana);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A cell of a list, which shows the chip only while nothing is there. */
function Cell({ of, id, name }: { of: RecordType; id: string; name: string }) {
  const { data } = useQuery(useRecordApi(of).get.queryOptions({ id }));
  const value = data?.values[name];
  const field = declarationOf(of).fields[name] as Field;
  return (
    <table>
      <tbody>
        <tr>
          <td>
            {data &&
              (value ? (
                <FieldValue field={field} value={value} />
              ) : (
                <QuickFill record={data} name={name} field={field} />
              ))}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;
const input = () =>
  dialog() && ((queryByRole(dialog(), "textbox") ?? queryByRole(dialog(), "combobox")) as HTMLInputElement);

async function openChip(of: RecordType, id: string, name: string) {
  const page = await openPage(office, jana, <Cell of={of} id={id} name={name} />);
  await until(() => expect(queryByRole(page.host, "button")).toBeTruthy());
  await click(queryByRole(page.host, "button"));
  await until(() => expect(input()).toBeTruthy());
  return page;
}

describe("a field that is filled in place", () => {
  test("leaves the focus in its cell, which is not in the way of the keyboard afterwards", async () => {
    const { id } = await createRecord(api, "website");
    const { host } = await openChip("website", id, "cms");
    await type(input(), "TYPO3");
    await click(button(dialog(), "Speichern"));
    const cell = queryByRole(host, "cell") as HTMLElement;
    await until(() => expect(cell.textContent).toBe("TYPO3"));
    await until(() => expect(document.activeElement).toBe(cell));
    cell.blur();
    expect(cell.hasAttribute("tabindex")).toBe(false);
  });

  test("says what is wrong before anything is sent, by the rules of the form", async () => {
    const { id } = await createRecord(api, "customer", { billingCountry: "AT" });
    const { host, calls } = await openChip("customer", id, "billingZip");
    await type(input(), "20095");
    await click(button(dialog(), "Speichern"));
    await until(() => expect(dialog().textContent).toContain("PLZ (Rechnung): PLZ passt nicht zum Land."));
    await until(() => expect(document.activeElement).toBe(input()));
    expect(calls.map(({ path }) => path)).not.toContain("customer.update");
    await type(input(), "1010");
    await click(button(dialog(), "Speichern"));
    await until(() => expect(queryByRole(host, "cell")?.textContent).toBe("1010"));
  });
});
