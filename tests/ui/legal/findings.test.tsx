// @vitest-environment happy-dom
import { getByRole, getByText, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LegalTab } from "../../../app/features/legal/legal-tab.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { formatDate } from "../../../app/lib/format.ts";
import { legalDisclaimer } from "../../../contract/legal/legal.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { keepRun } from "../../../server/features/legal/keep.ts";
import type { Api } from "../../../server/features/router.ts";
import { resultOf } from "../../../server/lookups/legal/run.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, type } from "../../support/browser/render.tsx";
import { aRun, imprintWith } from "../../support/legal/site.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
  api = await office.as(jana);
  id = (await createRecord(api, "website", { name: "Amsel", url: "https://amsel.example/" })).id;
  const result = resultOf(imprintWith("§ 5 DDG", "§ 5 TMG"));
  await transact(systemContext(office.services), (tx) => keepRun(tx, id, result, { before: null }));
});
afterEach(() => vi.unstubAllGlobals());

const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;

async function openTab(person = jana) {
  const website = await api.website.get({ id });
  const { host } = await openPage(
    office,
    person,
    <>
      <LegalTab website={website} />
      <ModalHost />
    </>,
  );
  await until(() => expect(rowOf(host)).toBeTruthy());
  return host;
}

const rowOf = (host: HTMLElement) =>
  [...host.querySelectorAll("li")].find(({ textContent }) =>
    textContent?.includes("Regel outdated-tmg"),
  ) as HTMLElement;

test("a finding shows its proof, where its rule comes from, and that it is no legal advice", async () => {
  const host = await openTab();
  const row = rowOf(host);
  expect(row.textContent).toContain("§ 5 TMG");
  expect(row.textContent).toContain(legalDisclaimer);
  expect(row.querySelector('a[href^="https://www.gesetze-im-internet.de/"]')).not.toBeNull();
});

test("the trend counts what is listed as open, hints too", async () => {
  const requests = ["https://amsel.example/", "https://werbung.example.net/pixel.gif"];
  const browser = aRun({ requests: requests.map((url) => ({ url, type: "image", status: 200 })) });
  const result = resultOf({ ...imprintWith("§ 5 DDG", "§ 5 TMG"), browser });
  await transact(systemContext(office.services), (tx) => keepRun(tx, id, result, { before: null }));
  const { findings } = await api.legal.get({ id });
  expect(findings.map(({ level }) => level).toSorted()).toEqual(["info", "warn"]);
  const host = await openTab();
  expect(getByText(host, "Offene Befunde je Lauf, zuletzt 2")).toBeTruthy();
  expect(getByRole(host, "img", { name: "Offene Befunde je Lauf, zuletzt 2" })).toBeTruthy();
});

test("a task of a finding says what was found and where, and belongs to the website", async () => {
  const host = await openTab();
  await click(button(rowOf(host), "Aufgabe"));
  await until(() => expect(dialog()?.textContent).toContain("Amsel"));
  await click(button(dialog(), "Speichern"));
  await until(async () => expect(await office.services.db.selectFrom("tasks").select("id").execute()).toHaveLength(1));
  const task = await office.services.db.selectFrom("tasks").selectAll().executeTakeFirstOrThrow();
  expect(task).toMatchObject({ targetType: "website", targetId: id, source: "finding" });
  expect(task.title).toContain("Amsel");
  expect(task.text).toContain(legalDisclaimer);
});

test("a finding is accepted with a reason, is told apart from then on, and can be opened again", async () => {
  const host = await openTab();
  await click(button(rowOf(host), "Akzeptieren"));
  await until(() => expect(dialog()?.textContent).toContain(legalDisclaimer));
  const finding = () => office.services.db.selectFrom("legalFindings").selectAll().where("rule", "=", "outdated-tmg");
  await type(getByRole(dialog(), "textbox") as HTMLTextAreaElement, "Altes Archiv, bleibt so stehen");
  await click(button(dialog(), "Akzeptieren"));
  await until(() => expect(dialog()).toBeNull());
  expect(await finding().executeTakeFirstOrThrow()).toMatchObject({
    acceptedById: jana.id,
    acceptedReason: "Altes Archiv, bleibt so stehen",
  });
  await until(() => expect(rowOf(host)).toBeUndefined());
  await click(getByText(host, "Akzeptiert (1)"));
  await until(() =>
    expect(rowOf(host).textContent).toMatch(/Akzeptiert am .* von Jana Petersen: Altes Archiv, bleibt so stehen/),
  );
  expect(queryByRole(rowOf(host), "button", { name: "Akzeptieren" })).toBeNull();
  await click(button(rowOf(host), "Wieder öffnen"));
  await until(async () => expect((await finding().executeTakeFirstOrThrow()).acceptedAt).toBeNull());
  await until(() => expect(button(rowOf(host), "Akzeptieren")).toBeTruthy());
});

test("what a browser saw stays to be read after a run without one, with its day", async () => {
  const dateOf = (host: HTMLElement) => /letzten Lauf mit Browser am ([\d.]+)/.exec(host.textContent ?? "")?.[1];
  expect(dateOf(await openTab())).toBeUndefined();
  const seenAt = formatDate(office.services.now());
  office.advance(86_400_000);
  const blind = resultOf({ ...imprintWith("§ 5 DDG", "§ 5 TMG"), browser: { unavailable: "Kein Browser." } });
  await transact(systemContext(office.services), (tx) => keepRun(tx, id, blind, { before: null }));
  expect(dateOf(await openTab())).toBe(seenAt);
});

test("a list of requests says how many there were", async () => {
  const requests = Array.from({ length: 1500 }, () => ({ url: "https://amsel.example/", type: "fetch", status: 200 }));
  const site = imprintWith("§ 5 DDG", "§ 5 TMG");
  const keep = (isCutOff: boolean) => {
    office.advance(86_400_000);
    const result = resultOf({ ...site, browser: aRun({ requests, isCutOff }) });
    return transact(systemContext(office.services), (tx) => keepRun(tx, id, result, { before: null }));
  };
  await keep(false);
  expect((await openTab()).textContent).toContain("Anfragen vor der Einwilligung (300 von 1.500)");
  await keep(true);
  expect((await openTab()).textContent).toContain("Anfragen vor der Einwilligung (300 von mehr als 1.500)");
});

test("who only reads decides nothing", async () => {
  const host = await openTab(await office.hire({ role: "readonly" }));
  for (const name of ["Akzeptieren", "Aufgabe"]) expect(queryByRole(host, "button", { name })).toBeNull();
});
