// @vitest-environment happy-dom
import { queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { customerListUi } from "../../../app/features/customers/list-ui.ts";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { ToastHost } from "../../../app/features/toasts/toast-host.tsx";
import { RecordList } from "../../../app/records/list/record-list.tsx";
import { customers } from "../../../contract/customers/customers.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, choose, click, field, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "admin" });
  api = await office.as(jana);
});
afterEach(() => vi.unstubAllGlobals());

const checkbox = (name: string) => queryByRole(document.body, "checkbox", { name });
const dialog = (role: "dialog" | "alertdialog" = "dialog") => queryByRole(document.body, role) as HTMLElement;
/** The toasts that are shown, by their text; each stands once more in an element for screen readers. */
const toasts = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-radix-collection-item][data-state="open"]')].filter((toast) =>
    toast.textContent?.includes(text),
  );
const toast = (text: string) => toasts(text)[0] as HTMLElement;

async function openList() {
  const page = await openPage(
    office,
    jana,
    <>
      <RecordList declaration={customers} ui={customerListUi} />
      <ModalHost />
      <ToastHost />
    </>,
  );
  await until(() => expect(checkbox("Alle auf dieser Seite auswählen")).toBeTruthy());
  return page;
}

async function editPhones(host: HTMLElement, phone: string) {
  await click(checkbox("Alle auf dieser Seite auswählen"));
  await until(() => button(host, "Bearbeiten"));
  await click(button(host, "Bearbeiten"));
  await until(() => expect(checkbox("Telefon")).toBeTruthy());
  await click(checkbox("Telefon"));
  await until(() => expect(field(dialog(), "Telefon")).toBeTruthy());
  await type(field(dialog(), "Telefon"), phone);
  await click(button(dialog(), "Übernehmen"));
}

const phones = async () => {
  const { data } = await api.customer.list({});
  return Object.fromEntries(data.map(({ title, values }) => [title, values.phone]));
};

describe("the toast of a bulk edit", () => {
  test("gives every record back what it had", async () => {
    await createRecord(api, "customer", { name: "Amsel", phone: "+4941911001" });
    await createRecord(api, "customer", { name: "Brenner", phone: null });
    const { host } = await openList();
    await editPhones(host, "+4941915005");
    await until(() => expect(toasts("2 geändert")).toHaveLength(1));
    expect(await phones()).toEqual({ Amsel: "+4941915005", Brenner: "+4941915005" });
    await click(button(toast("2 geändert"), "Rückgängig"));
    await until(() => expect(toasts("2 wie zuvor")).toHaveLength(1));
    expect(await phones()).toEqual({ Amsel: "+4941911001", Brenner: null });
  });

  test("has nothing to take back where nothing was changed", async () => {
    await createRecord(api, "customer", { name: "Amsel", phone: "+4941915005" });
    const { host } = await openList();
    await editPhones(host, "+4941915005");
    await until(() => expect(toasts("1 geändert")).toHaveLength(1));
    expect(queryByRole(toast("1 geändert"), "button", { name: "Rückgängig", hidden: true })).toBeNull();
  });
});

const archivedCount = async () => (await api.customer.list({ archived: true })).totalItems;

async function archive(host: HTMLElement) {
  await click(button(host, "Archivieren"));
  await until(() => expect(dialog("alertdialog")).toBeTruthy());
  await click(button(dialog("alertdialog"), "Archivieren"));
}

describe("the toast of what was archived", () => {
  test("brings all hits of a list back, which were never named one by one", async () => {
    for (let n = 0; n < 26; n += 1) await createRecord(api, "customer");
    const { host } = await openList();
    const pages = queryByRole(host, "navigation", { name: "Seiten" }) as HTMLElement;
    await choose(queryByRole(pages, "combobox") as HTMLElement, "25");
    await until(() => expect(queryAllByRole(host, "rowheader")).toHaveLength(25));
    await click(checkbox("Alle auf dieser Seite auswählen"));
    await until(() => button(host, "Alle 26 Treffer auswählen"));
    await click(button(host, "Alle 26 Treffer auswählen"));
    await until(() => button(host, "Archivieren"));
    await archive(host);
    await until(() => expect(toasts("26 archiviert")).toHaveLength(1));
    expect(await archivedCount()).toBe(26);
    await click(button(toast("26 archiviert"), "Rückgängig"));
    await until(() => expect(toasts("26 wiederhergestellt")).toHaveLength(1));
    expect(await archivedCount()).toBe(0);
  });

  test("leads to what failed, and there takes the others back", async () => {
    const { id: customerId } = await createRecord(api, "customer", { name: "Mit Vertrag" });
    await createRecord(api, "contract", { customerId });
    await createRecord(api, "customer", { name: "Ohne" });
    const { totalItems } = await api.customer.list({});
    const others = totalItems - 1;
    const { host } = await openList();
    await click(checkbox("Alle auf dieser Seite auswählen"));
    await until(() => button(host, "Archivieren"));
    await archive(host);
    await until(() => expect(document.body.textContent).toContain(`${others} archiviert, 1 fehlgeschlagen`));
    await click(button(toast("fehlgeschlagen"), "Details"));
    await until(() => expect(dialog().textContent).toContain("Der Kunde hat noch einen aktiven Vertrag."));
    await click(button(dialog(), "Übrige zurücknehmen"));
    await until(() => expect(toasts(`${others} wiederhergestellt`)).toHaveLength(1));
    expect(await archivedCount()).toBe(0);
    expect(dialog()).toBeNull();
  });
});
