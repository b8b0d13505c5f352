// @vitest-environment happy-dom
import { act, fireEvent, queryAllByRole, queryByRole } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { RelationPicker, RelationsPicker } from "../../../app/records/form/controls/relation-picker.tsx";
import { newRelationsOf } from "../../../app/records/form/new-relations.ts";
import { QuickFill } from "../../../app/records/form/quick-fill.tsx";
import { openRecordDialog } from "../../../app/records/form/record-dialog.tsx";
import type { Ref } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { websites } from "../../../contract/websites/websites.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;
let chosen: Ref | null;
let several: Ref[];

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "member" });
  api = await office.as(jana);
  chosen = null;
  several = [];
});
afterEach(() => vi.unstubAllGlobals());

function One({ to = "customer", start = null }: { to?: "customer" | "user" | "host"; start?: Ref | null }) {
  const [value, setValue] = useState<Ref | null>(start);
  chosen = value;
  return (
    <>
      <RelationPicker to={to} label="Kunde" value={value} onChange={setValue} canCreate />
      <ModalHost />
    </>
  );
}

function Several() {
  const [value, setValue] = useState<Ref[]>([]);
  several = value;
  return (
    <>
      <RelationsPicker to="tag" label="Tags" value={value} onChange={setValue} canCreate />
      <ModalHost />
    </>
  );
}

const box = (host: HTMLElement) => queryByRole(host, "combobox") as HTMLInputElement;
const options = () => queryAllByRole(document.body, "option").map((each) => each.textContent);
const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;

describe("a picker", () => {
  test("offers the first records at once, then what fits; Enter waits for the answer to what was typed", async () => {
    for (const name of ["Weingut Amsel", "Tischlerei Borke"]) await api.customer.create({ body: { name } });
    const { host } = await openPage(office, jana, <One />);
    await click(box(host));
    await until(() => expect(options()).toHaveLength(2));
    await type(box(host), "bork");
    fireEvent.keyDown(box(host), { key: "Enter" });
    await until(() => expect(chosen?.label).toBe("Tischlerei Borke"));
    expect(box(host).value).toBe("Tischlerei Borke");
    expect(box(host).getAttribute("aria-expanded")).toBe("false");
  });

  test("goes through its list by the arrow keys and forgets on Escape", async () => {
    for (const name of ["Amsel", "Borke", "Creme"]) await api.customer.create({ body: { name } });
    const { host } = await openPage(office, jana, <One />);
    fireEvent.keyDown(box(host), { key: "ArrowDown" });
    await until(() => expect(options()).toHaveLength(3));
    fireEvent.keyDown(box(host), { key: "ArrowDown" });
    fireEvent.keyDown(box(host), { key: "ArrowDown" });
    const active = () => document.getElementById(box(host).getAttribute("aria-activedescendant") ?? "")?.textContent;
    expect(active()).toContain("Borke");
    fireEvent.keyDown(box(host), { key: "ArrowUp" });
    fireEvent.keyDown(box(host), { key: "ArrowUp" });
    expect(active()).toContain("Creme");
    await type(box(host), "Bor");
    fireEvent.keyDown(box(host), { key: "Escape" });
    await until(() => expect(options()).toEqual([]));
    expect(box(host).value).toBe("");
    expect(chosen).toBeNull();
  });

  test("goes through its list by pages and to its ends, and says how many there are", async () => {
    for (const name of ["Amsel", "Borke", "Creme"]) await api.customer.create({ body: { name } });
    const { host } = await openPage(office, jana, <One />);
    const active = () => document.getElementById(box(host).getAttribute("aria-activedescendant") ?? "")?.textContent;
    fireEvent.keyDown(box(host), { key: "ArrowDown" });
    await until(() => expect(options()).toHaveLength(3));
    expect(queryAllByRole(host, "status").map(({ textContent }) => textContent)).toContain("3 Treffer");
    expect(active()).toBeUndefined();
    fireEvent.keyDown(box(host), { key: "PageDown" });
    expect(active()).toContain("Creme");
    fireEvent.keyDown(box(host), { key: "Home" });
    expect(active()).toContain("Amsel");
    fireEvent.keyDown(box(host), { key: "End" });
    fireEvent.keyDown(box(host), { key: "Enter" });
    expect(chosen?.label).toBe("Creme");
    expect(box(host).getAttribute("aria-expanded")).toBe("false");
  });

  test("lets go of what was chosen", async () => {
    const { host } = await openPage(office, jana, <One start={{ id: "k1", label: "Amsel" }} />);
    await click(button(host, "Amsel entfernen"));
    expect(chosen).toBeNull();
  });

  test("finds the people of the team, who cannot be created", async () => {
    await office.hire({ name: "Timo Lang", role: "readonly" });
    const { host, calls } = await openPage(office, jana, <One to="user" />);
    await type(box(host), "timo");
    await until(() => expect(options()).toEqual([expect.stringContaining("Timo Lang")]));
    expect(calls.filter(({ path }) => path === "user.list").at(-1)?.input).toMatchObject({
      where: { state: "active" },
    });
  });

  test("says when nothing is found", async () => {
    const { host } = await openPage(office, jana, <One to="user" />);
    await type(box(host), "niemand");
    await until(() => expect(host.textContent).toContain("Nichts gefunden."));
  });

  test("names what is not there, says when it is made, and makes nothing itself", async () => {
    const { host, calls } = await openPage(office, jana, <One />);
    await type(box(host), "Weingut Amsel");
    await until(() => expect(options()).toEqual(["Neu: „Weingut Amsel“ wird beim Speichern angelegt"]));
    fireEvent.keyDown(box(host), { key: "Enter" });
    await until(() => expect(chosen?.label).toBe("Weingut Amsel"));
    expect(host.textContent).toContain("„Weingut Amsel“ wird beim Speichern angelegt.");
    expect(newRelationsOf({ chosen }, { customerId: chosen?.id ?? "" })).toMatchObject([
      { key: chosen?.id, type: "customer", body: { name: "Weingut Amsel" } },
    ]);
    expect(newRelationsOf({ chosen }, { customerId: null })).toEqual([]);
    expect(calls.filter(({ path }) => path.endsWith(".create"))).toEqual([]);
    expect((await api.customer.list({})).data).toEqual([]);
  });

  test("asks in a dialog for what a name does not say, and makes nothing there either", async () => {
    const { host } = await openPage(office, jana, <One to="host" />);
    await type(box(host), "web01");
    await until(() => expect(options()).toHaveLength(1));
    fireEvent.keyDown(box(host), { key: "Enter" });
    await until(() => expect(field(dialog(), "Name")?.value).toBe("web01"));
    await click(button(dialog(), "Übernehmen"));
    await until(() => expect(dialog().textContent).toContain("Pflichtfeld."));
    await type(field(dialog(), "Anbieter"), "Nordhost");
    await until(() => expect(options()).toEqual(["Neu: „Nordhost“ wird beim Speichern angelegt"]));
    fireEvent.keyDown(field(dialog(), "Anbieter"), { key: "Enter" });
    await until(() => expect(dialog().textContent).toContain("„Nordhost“ wird beim Speichern angelegt."));
    await click(button(dialog(), "Übernehmen"));
    await until(() => expect(chosen?.label).toBe("web01"));
    const made = newRelationsOf({ chosen }, { hostId: chosen?.id ?? "" });
    expect(made.map(({ type }) => type)).toEqual(["provider", "host"]);
    expect(made[1]?.body.providerId).toBe(made[0]?.key);
    expect((await api.provider.list({})).data).toEqual([]);
  });

  test("offers nothing to create to those who may only look", async () => {
    const { host } = await openPage(office, await office.hire({ role: "readonly" }), <One />);
    await type(box(host), "Amsel");
    await until(() => expect(host.textContent).toContain("Nichts gefunden."));
    expect(options()).toEqual([]);
  });
});

describe("a picker of several", () => {
  test("keeps what was chosen as chips, says what is new and erases back", async () => {
    const { host } = await openPage(office, jana, <Several />);
    await type(box(host), "Relaunch");
    await until(() => expect(options()).toEqual(["Neu: „Relaunch“ wird beim Speichern angelegt"]));
    fireEvent.keyDown(box(host), { key: "Enter" });
    await until(() => expect(several.map(({ label }) => label)).toEqual(["Relaunch"]));
    expect(button(host, "Relaunch entfernen")).toBeTruthy();
    expect(host.textContent).toContain("„Relaunch“ wird beim Speichern angelegt.");
    fireEvent.keyDown(box(host), { key: "Backspace" });
    expect(several).toEqual([]);
  });
});

describe("a missing field", () => {
  const { cms } = websites.fields;
  const row = async (id: string): Promise<RecordRow> => api.website.get({ id });

  test("is filled in place with its version", async () => {
    const { id } = await api.website.create({ body: { url: "https://amsel.example" } });
    const { host, calls } = await openPage(office, jana, <QuickFill record={await row(id)} name="cms" field={cms} />);
    await click(queryByRole(host, "button"));
    await until(() => expect(field(dialog(), "System")).toBeTruthy());
    await type(field(dialog(), "System"), "TYPO3");
    await click(button(dialog(), "Speichern"));
    await until(() => expect(dialog()).toBeNull());
    expect((await row(id)).values.cms).toBe("TYPO3");
    expect(calls.find(({ path }) => path === "website.update")?.input).toMatchObject({ version: 1 });
  });

  test("is not filled over what somebody else has saved meanwhile", async () => {
    vi.spyOn(console, "error")
      .mockReset()
      .mockImplementation(() => undefined);
    const { id } = await api.website.create({ body: { url: "https://amsel.example" } });
    const { host } = await openPage(office, jana, <QuickFill record={await row(id)} name="cms" field={cms} />);
    await api.website.update({ params: { id }, body: { cms: "Contao" }, version: 1 });
    await click(queryByRole(host, "button"));
    await until(() => expect(field(dialog(), "System")).toBeTruthy());
    await type(field(dialog(), "System"), "TYPO3");
    await click(button(dialog(), "Speichern"));
    await until(() => expect(button(dialog(), "Neu laden")).toBeTruthy());
    expect(dialog().textContent).toContain("inzwischen von Jana Petersen geändert");
    expect((await row(id)).values.cms).toBe("Contao");
    vi.mocked(console.error).mockClear();
  });

  test("only says so to those who may not edit", async () => {
    const { id } = await api.website.create({ body: { url: "https://amsel.example" } });
    const reader = await office.hire({ role: "readonly" });
    const seen = await (await office.as(reader)).website.get({ id });
    const { host } = await openPage(office, reader, <QuickFill record={seen} name="cms" field={cms} />);
    expect(queryByRole(host, "button")).toBeNull();
    expect(host.textContent).toBe("fehlt");
  });
});

describe("a record's dialog", () => {
  test("resolves with what was saved, and with nothing when it is left", async () => {
    const { id: customerId } = await api.customer.create({ body: { name: "Amsel" } });
    const { host } = await openPage(office, jana, <ModalHost />);
    expect(host).toBeTruthy();
    const prefill = { customerId: { id: customerId, label: "Amsel" } };
    let saved: ReturnType<typeof openRecordDialog> | undefined;
    act(() => {
      saved = openRecordDialog("contact", { prefill });
    });
    await until(() => expect(field(dialog(), "Nachname")).toBeTruthy());
    await type(field(dialog(), "Nachname"), "Vogt");
    await click(button(dialog(), "Ansprechpartner anlegen"));
    expect(await until(() => expect(dialog()).toBeNull()).then(() => saved)).toMatchObject({ title: "Vogt" });
    const { data } = await api.contact.list({});
    expect(data[0]?.values.customerId).toMatchObject({ id: customerId });
  });
});
