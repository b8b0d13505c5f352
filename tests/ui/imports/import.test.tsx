// @vitest-environment happy-dom
import { queryAllByRole, queryByRole } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ImportPage } from "../../../app/features/imports/import-page.tsx";
import { ImportStart } from "../../../app/features/imports/import-start.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { drainImports } from "../../../server/features/imports/runs.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, choose, click, type } from "../../support/browser/render.tsx";
import { checkFile, importAll, importFile, openDraft } from "../../support/import-desk.ts";
import { kumaDatabase } from "../../support/import-files/kuma-backups.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
});
afterEach(() => vi.unstubAllGlobals());

const text = (within: HTMLElement) => within.textContent ?? "";
const select = (host: HTMLElement, label: string) =>
  queryByRole(host, "combobox", { name: label }) as HTMLSelectElement;

/** Waits for what comes of a run that the page has begun. */
const workedOff = (seen: () => void | Promise<void>) =>
  until(async () => {
    await drainImports(office.services);
    await seen();
  });

const bytes = "Kd.-Nr.;Firmenname;Mail;Tags\nK-1;Böhm;info@boehm.example;Brot\nK-2;Amsel;kaputt;\n";

test("columns come with a proposal, and a field that is chosen twice says so", async () => {
  const { id } = await openDraft(office, jana, { type: "customer", bytes });
  const { host, calls } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("4 von 4 zugeordnet"));
  expect(select(host, "Feld für „Firmenname“").value).toBe("name");
  expect(text(host)).toContain("K-1 · K-2");
  await choose(select(host, "Feld für „Mail“"), "name");
  await click(button(host, "2 Zeilen prüfen"));
  await until(() => expect(text(host)).toContain("Dieses Feld hat schon eine Spalte."));
  expect(select(host, "Feld für „Mail“").getAttribute("aria-invalid")).toBe("true");
  expect(calls.map(({ path }) => path)).not.toContain("import.check");
  await choose(select(host, "Feld für „Mail“"), "");
  expect(text(host)).toContain("3 von 4 zugeordnet");
});

test("a required field without a column is named before anything is checked", async () => {
  const { id } = await openDraft(office, jana, { type: "website", bytes: "Titel;Kunde\nAmsel;Weingut\n" });
  const { host } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("Für neue Einträge fehlt: Adresse."));
});

test("a value that means nothing is said once in its row", async () => {
  const file = "Firmenname;Mail;Verantwortlich\nBöhm;kaputt;Peter Fremd\nAmsel;info@amsel.example;Jana Petersen\n";
  const { id } = await checkFile(office, jana, { type: "customer", bytes: file });
  const { host } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("Spalte „Verantwortlich“"));
  const row = queryAllByRole(host, "listitem").find((item) => text(item).includes("Zeile 2"));
  expect(text(row as HTMLElement).match(/Peter Fremd/g)).toHaveLength(1);
  expect(text(row as HTMLElement)).toContain("In der Datei steht: „kaputt“");
});

test("the dry run shows what happens and what is wrong, row by row", async () => {
  const { id } = await checkFile(office, jana, { type: "customer", bytes });
  const { host } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("Spalte „Mail“: Keine gültige E-Mail-Adresse."));
  expect(text(host)).toContain("1 Zeile mit Fehlern, 1 bereit.");
  expect(text(host)).toContain("Außerdem wird 1 Tag angelegt: Brot.");
  expect(queryByRole(host, "link", { name: /Fehler|fehler/ })?.getAttribute("href")).toBe(
    `/api/import/${id}/failed.csv`,
  );
  await click(queryAllByRole(host, "button", { name: /Neu$/ })[0]);
  await until(() => expect(text(host)).toContain("Firma / Name:Böhm"));
  expect(text(host)).not.toContain("kaputt");
});

test("a run at work shows how far it is, and that one need not wait", async () => {
  const { id } = await checkFile(office, jana, { type: "customer", bytes });
  const { db } = office.services;
  await db.updateTable("imports").set({ state: "running", doneRows: 1 }).where("id", "=", id).execute();
  const { host } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("1 von 2"));
  expect(queryByRole(host, "progressbar")?.getAttribute("aria-valuenow")).toBe("50");
  expect(text(host)).toContain("Du kannst diese Seite verlassen.");
  await click(button(host, "Import abbrechen"));
  await until(() => expect(text(host)).toContain("Import abgebrochen."));
});

test("a finished import tells its counts and the days of undo", async () => {
  const { id } = await importAll(office, jana, { type: "customer", bytes });
  const { host, calls } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("1 angelegt, 1 mit Fehlern."));
  expect(text(host)).toContain("Rückgängig machen geht bis 27.11.2026");
  const link = queryByRole(host, "link", { name: "Den eingelesenen anzeigen" });
  expect(link?.getAttribute("href")).toBe(`/customers?import=${id}`);
  await until(() => expect(text(host)).toContain("Spalte „Mail“: Keine gültige E-Mail-Adresse."));
  await until(() => expect(calls.map(({ path }) => path)).toContain("import.rows"));
});

test("an export of another program is named", async () => {
  const { id } = await openDraft(office, jana, { type: "device", bytes: importFile("snipe-it.csv") });
  const { host } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("Sieht aus wie ein Export aus Snipe-IT."));
});

test("a backup of another monitoring says where it lists what is left out", async () => {
  const { id } = await openDraft(office, jana, { type: "website", filename: "kuma.db", bytes: kumaDatabase() });
  const { host } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("Was nicht übernommen wird, steht im Blatt „Nicht übernommen“."));
  await choose(select(host, "Tabellenblatt"), "Nicht übernommen");
  await until(() => expect(text(host)).toContain("Patchday"));
  expect(text(host)).not.toContain("steht im Blatt");
});

test.each([
  ["kuma.db", "application/vnd.sqlite3"],
  ["Uptime_Kuma_Backup.json", "application/json"],
])("a backup of another monitoring is sent as what it is: %s", async (filename, mimeType) => {
  // A store that never answers: what counts is what it is asked for.
  class Unanswered {
    upload = {};
    open() {}
    send() {}
    abort() {}
  }
  vi.stubGlobal("XMLHttpRequest", Unanswered);
  const { host, calls } = await openPage(office, jana, <ImportStart />);
  await until(() => expect(text(host)).toContain("Noch keine Importe."));
  await choose(select(host, "Was ist in der Liste?"), "website");
  const input = host.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, new File(["x"], filename));
  await until(() =>
    expect(calls).toContainEqual({
      path: "file.createUpload",
      input: { filename, mimeType, size: 1, purpose: "import" },
    }),
  );
});

test("without any import the page says what can be undone, and an empty list is refused in its place", async () => {
  const { host } = await openPage(office, jana, <ImportStart />);
  await until(() => expect(text(host)).toContain("Noch keine Importe."));
  expect(text(host)).toContain("Kunden importieren");
  await click(button(host, "Liste übernehmen"));
  await until(() => expect(text(host)).toContain("Liste: Pflichtfeld."));
});

test("the dry run asks before a column replaces most of the values that it meets", async () => {
  await importAll(office, jana, { type: "customer", bytes: "Kd.-Nr.;Firmenname;Status\nK-1;Böhm;Aktiv\n" });
  const { id } = await checkFile(office, jana, { type: "customer", bytes: "Kd.-Nr.;Status\nK-1;Ruhend\n" });
  const page = (
    <>
      <ImportPage id={id} />
      <ModalHost />
    </>
  );
  const { host, calls } = await openPage(office, jana, page);
  await until(() => expect(text(host)).toContain("Änderungen an vorhandenen Einträgen"));
  expect(text(host)).toContain("1 von 1 ersetzt");
  await click(button(host, "1 Zeile übernehmen"));
  await until(() => expect(text(document.body)).toContain("„Status“ in 1 von 1"));
  expect(calls.map(({ path }) => path)).not.toContain("import.start");
  await click(button(document.body, "Ersetzen"));
  await until(() => expect(text(host)).toContain("Import abgeschlossen."));
  expect(calls.map(({ path }) => path)).toContain("import.start");
});

test("values that stand for nothing get a meaning, with which the rows are checked again", async () => {
  const { id } = await checkFile(office, jana, {
    type: "customer",
    bytes: "Kd.-Nr.;Firmenname;Status\nK-1;Böhm;Bestand\nK-2;Amsel;Aktiv\n",
  });
  const { host, calls } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(text(host)).toContain("Werte ohne Gegenstück"));
  await choose(select(host, "„Bestand“ bedeutet"), "active");
  await click(button(host, "Mit diesen Werten prüfen"));
  await until(() => expect(text(host)).toContain("Alles bereit."));
  expect(JSON.stringify(calls.find(({ path }) => path === "import.check"))).toContain('"bestand":"active"');
});

test("what the addresses do not say is set for all websites that they became", async () => {
  const timo = await office.hire({ name: "Timo Brandt" });
  const addresses = "Adresse\nhttps://amsel.example/\nhttps://drossel.example/\n";
  const { id, view, api } = await importAll(office, jana, { type: "website", bytes: addresses });
  expect(view.counts).toMatchObject({ created: 2, failed: 0 });
  const { host } = await openPage(
    office,
    jana,
    <>
      <ImportPage id={id} />
      <ModalHost />
    </>,
  );
  await until(() => expect(text(host)).toContain("Für alle setzen"));
  for (const label of ["Kunde", "Hoster", "Verantwortlich"]) button(host, `${label} setzen …`);
  await click(button(host, "Verantwortlich setzen …"));
  const dialog = () => queryByRole(document.body, "dialog", { name: "Verantwortlich setzen" }) as HTMLElement;
  await until(() => expect(text(dialog())).toContain("Gilt danach für 2 Websites aus diesem Import."));
  const field = () => queryByRole(dialog(), "combobox") as HTMLInputElement;
  await until(() => expect(field()).not.toBeNull());
  await type(field(), "Timo");
  await until(() => expect(queryByRole(document.body, "option", { name: "Timo Brandt" })).not.toBeNull());
  await click(queryByRole(document.body, "option", { name: "Timo Brandt" }));
  await click(button(dialog(), "Übernehmen"));
  await until(() => expect(dialog()).toBeNull());
  const { data } = await api.website.list({});
  expect(data.map(({ values }) => (values.responsibleUserId as { id: string } | null)?.id)).toEqual([timo.id, timo.id]);
});

test("a value that stands for nothing may stay empty, or goes to the notes by the rule of its column", async () => {
  const { id, api } = await openDraft(office, jana, {
    type: "customer",
    bytes: "Firmenname;Status;Mail\nBöhm;Bestand;info@boehm.example\nAmsel;Aktiv;kaputt\n",
  });
  const { host } = await openPage(office, jana, <ImportPage id={id} />);
  await until(() => expect(select(host, "Wenn ein Wert in „Mail“ nicht passt")).toBeTruthy());
  await choose(select(host, "Wenn ein Wert in „Mail“ nicht passt"), "toNotes");
  await click(button(host, "2 Zeilen prüfen"));
  await workedOff(() => expect(text(host)).toContain("1 Zeile mit Fehlern, 1 bereit."));
  await click(queryByRole(host, "checkbox", { name: "Leer lassen" }));
  await click(button(host, "Mit diesen Werten prüfen"));
  await workedOff(() => expect(text(host)).toContain("Alles bereit."));
  await click(button(host, "2 Zeilen übernehmen"));
  const values = async () =>
    (await api.customer.list({ orderBy: [{ field: "name" }] })).data.map(({ values }) => values);
  await workedOff(async () => expect(await values()).toHaveLength(2));
  const [amsel] = await values();
  expect(amsel?.email).toBeNull();
  expect(amsel?.notes).toContain("kaputt");
});

test("what only its person changed since is taken back with a second question", async () => {
  const { id, api } = await importAll(office, jana, { type: "customer", bytes: "Firmenname\nBöhm\nAmsel\n" });
  const [first] = (await api.customer.list({})).data;
  const { id: customerId = "", version = 1 } = first ?? {};
  await api.customer.update({ params: { id: customerId }, body: { source: "Messe" }, version });
  await api.import.undo({ id });
  await drainImports(office.services);
  const { host } = await openPage(
    office,
    jana,
    <>
      <ImportPage id={id} />
      <ModalHost />
    </>,
  );
  await until(() => button(host, "Trotzdem zurücknehmen …"));
  await click(button(host, "Trotzdem zurücknehmen …"));
  const question = () => queryByRole(document.body, "alertdialog", { name: "Trotzdem zurücknehmen?" }) as HTMLElement;
  await until(() => expect(question()).toBeTruthy());
  await click(button(question(), "Zurücknehmen"));
  await workedOff(async () => expect((await api.customer.list({})).data).toEqual([]));
});
