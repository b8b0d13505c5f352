import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Api } from "../../../server/features/router.ts";
import { sharedLane } from "../../../server/jobs/runner.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { expectNoise, isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { keepToasts, toast } from "../../support/browser/toast.ts";
import { notify } from "../../support/notify.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { setToNoon } from "../../support/portal/portal-clock.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let maren: Person;
let jana: Person;
let api: Api;
let now: () => Date;
const inDays = (days: number) => addDays(portalDate(now()), days);

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  now = setToNoon(portal);
  // What the portal reminds people of on this day comes before there is anything, not between two steps of a test.
  await portal.portal.services.jobs.runDue(portal.portal.services, sharedLane);
  maren = await portal.hire({ name: "Maren Ahlers", role: "admin" });
  jana = await portal.hire({ name: "Jana Petersen" });
  api = await apiOf(portal, maren);
  const kept = { renewDecision: "keep", autoRenew: false, noticeDays: 0, costCents: 1200, priceCents: 2400 };
  for (let number = 1; number <= 12; number += 1) {
    const responsibleUserId = number <= 2 ? jana.id : null;
    const renewsAt = inDays(number <= 2 ? number - 1 : number + 10);
    await createRecord(api, "domain", { ...kept, name: `frist-${number}.example`, renewsAt, responsibleUserId });
  }
  const device = await createRecord(api, "device", { name: "Falke 14", assetTag: "MT-00042" });
  const to = { type: "user" as const, id: jana.id };
  await api.device.checkOut({ deviceIds: [device.id], to, expectedReturnAt: inDays(1) });
});
afterAll(() => portal.stop());

const block = (page: Page, name: string) => page.getByRole("region", { name });
const rows = (page: Page) => block(page, "Handlungsbedarf").getByRole("listitem");

describe("what is due", () => {
  test("stands in one sentence that the server has written, before any script runs", async () => {
    const person = await portal.hire();
    const kept = { renewDecision: "keep", autoRenew: false };
    await createRecord(api, "domain", { ...kept, renewsAt: inDays(0), responsibleUserId: person.id });
    await notify(portal, person);
    const page = await openBrowser(portal, { person, javaScript: false });
    await page.goto("/");
    const headline = page.getByRole("heading", { level: 1 });
    expect(await headline.innerText()).toBe("Eine Frist endet heute, eine Benachrichtigung wartet auf dich.");
  });

  test("is the person's own first, everything by a tab, and all of it on request", async () => {
    const page = await openBrowser(portal, { person: jana });
    await visit(page, "/");
    await page.getByRole("heading", { name: /^Drei Fristen enden bis morgen/ }).waitFor();
    const tabs = page.getByRole("navigation", { name: "Wessen Handlungsbedarf" });
    expect(await tabs.getByRole("link", { name: "Meine 3" }).getAttribute("aria-current")).toBe("page");
    await expect.poll(() => rows(page).count()).toBe(3);
    await block(page, "Handlungsbedarf").getByText("Rückgabe fällig · MT-00042 · bei Jana Petersen").waitFor();

    await tabs.getByRole("link", { name: /^Alle/ }).click();
    await expect.poll(() => rows(page).count()).toBe(10);
    await page.getByRole("link", { name: /^Alle \d+ anzeigen/ }).click();
    await rows(page).filter({ hasText: "frist-12.example" }).waitFor();
    await page.reload();
    await rows(page).filter({ hasText: "frist-12.example" }).waitFor();
    await page.getByRole("link", { name: "Weniger anzeigen" }).click();
    await expect.poll(() => rows(page).count()).toBe(10);

    await rows(page)
      .getByRole("link", { name: /^Falke 14/ })
      .click();
    await page.getByRole("heading", { name: "Falke 14", level: 1 }).waitFor();
  });

  test("is told to those for whom nothing is due as what waits in the team", async () => {
    const page = await openBrowser(portal, { person: await portal.hire() });
    await visit(page, "/");
    await page.getByRole("heading", { name: /^Nichts wartet auf dich, im Team enden \S+ Fristen bis/ }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(10);
  });
});

describe("acting on a row", () => {
  test("decides, reminds and puts off, and each can be taken back", async () => {
    const open = { renewDecision: "open", noticeDays: 30, responsibleUserId: maren.id };
    await createRecord(api, "domain", { ...open, name: "offen.example", renewsAt: inDays(37) });
    const page = await openBrowser(portal, { person: maren });
    await visit(page, "/?due=mine");
    await keepToasts(page);
    const asked = rows(page).filter({ hasText: "Kündigungsfrist" });
    await asked.waitFor();
    expect(await rows(page).first().innerText()).toContain("offen.example");
    await asked.hover();
    await asked.getByRole("button", { name: "„offen.example“ später zeigen" }).click();
    await page.getByRole("menuitem", { name: "Morgen" }).click();
    await asked.waitFor({ state: "detached" });
    await toast(page, "Rückgängig").getByRole("button", { name: "Rückgängig" }).click();
    await asked.waitFor();
    await asked.getByRole("button", { name: "Über offen.example entscheiden" }).click();
    await page.getByRole("menuitem", { name: "Behalten" }).click();
    await asked.waitFor({ state: "detached" });
    await visit(page, "/?due=all");
    await rows(page).filter({ hasText: "Falke 14" }).getByRole("button", { name: "Jana Petersen erinnern" }).click();
    await toast(page, "Jana Petersen wird erinnert.").waitFor();
    await page.getByRole("combobox", { name: "Wie weit voraus" }).selectOption("30");
    await page.waitForURL(/days=30/);
    await block(page, "Handlungsbedarf").getByRole("link", { name: /^Alle/ }).first().waitFor();
  });

  test("stands in one menu on phones", async () => {
    const page = await openBrowser(portal, { person: jana, viewport: phone });
    await visit(page, "/?due=all");
    const row = rows(page).filter({ hasText: "Falke 14" });
    await row.getByRole("button", { name: "Aktionen für Falke 14" }).click();
    await page.getByRole("menuitem", { name: "Morgen" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

test("„Handlungsbedarf“ and „Lage“ stand on one line, and the choice of days apart from whose", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/");
  await block(page, "In 10 Minuten startklar").getByRole("button", { name: "Ausblenden" }).click();
  await page.reload();
  expect(await block(page, "In 10 Minuten startklar").count()).toBe(0);
  const head = (name: string) => block(page, name).getByRole("heading", { level: 2 });
  const bottoms = (name: string) =>
    head(name).evaluate((heading) => {
      const line = heading.parentElement?.getBoundingClientRect();
      return { text: heading.getBoundingClientRect().bottom, line: line?.bottom };
    });
  const isOneLine = async () => {
    const [due, situation] = [await bottoms("Handlungsbedarf"), await bottoms("Lage")];
    return due.text === situation.text && due.line === situation.line;
  };
  await expect.poll(isOneLine).toBe(true);
  const tabs = await page.getByRole("navigation", { name: "Wessen Handlungsbedarf" }).boundingBox();
  const days = await page.getByRole("combobox", { name: "Wie weit voraus" }).boundingBox();
  expect((days?.x ?? 0) - (tabs?.x ?? 0) - (tabs?.width ?? 0)).toBeGreaterThanOrEqual(12);
});

test("blocks are put into an order by keys and by dragging, hidden, and stand as the team has them until then", async () => {
  const person = await portal.hire({ name: "Timo Brandt" });
  const page = await openBrowser(portal, { person });
  await visit(page, "/");
  const blocks = () =>
    page.locator("[data-block]").evaluateAll((all) => all.map((one) => one.getAttribute("data-block")));
  const usual = await blocks();
  expect(usual).toEqual(["due", "situation", "renewals", "responses", "recent", "changes", "team", "pages", "devices"]);
  await page.getByRole("button", { name: "Dashboard anordnen" }).click();
  const dialog = page.getByRole("dialog", { name: "Dashboard anordnen" });
  expect(await dialog.getByRole("checkbox", { name: "Handlungsbedarf" }).isDisabled()).toBe(true);
  const up = dialog.getByRole("button", { name: "Lage nach oben" });
  await up.focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("Lage: Stelle 1 von 9.").waitFor();
  // The button of the first one is spent, and the focus goes to the one beside it.
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Lage nach unten");
  await dialog.getByRole("checkbox", { name: "Team online" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Meine Geräte" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await dialog.getByText("Meine Geräte: Stelle 8 von 9.").waitFor();
  const rowOf = (name: string) => dialog.getByRole("listitem").filter({ hasText: name });
  await rowOf("Zuletzt geändert").dragTo(rowOf("Nächste Verlängerungen"));
  await dialog.getByRole("button", { name: "Speichern" }).click();
  const own = ["situation", "due", "recent", "renewals", "responses", "changes", "devices", "pages"];
  await expect.poll(blocks).toEqual(own);
  await page.reload();
  await isAlive(page);
  expect(await blocks()).toEqual(own);

  await page.getByRole("button", { name: "Dashboard anordnen" }).click();
  await dialog.getByRole("button", { name: "Zurück zur Anordnung des Teams" }).click();
  await expect.poll(blocks).toEqual(usual);
  const admin = await openBrowser(portal, { person: maren });
  await visit(admin, "/settings/dashboard");
  await admin.getByRole("checkbox", { name: "Team online" }).uncheck();
  await admin.getByRole("button", { name: "Speichern" }).click();
  await toast(admin, "Gespeichert.").waitFor();
  await visit(page, "/");
  expect(await blocks()).toEqual(usual.filter((key) => key !== "team"));
});

test("a figure leads to a list of as many", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/");
  const figure = block(page, "Lage").getByRole("link", { name: /^Domains fällig in 60 Tagen/ });
  const count = /\d+$/.exec(await figure.innerText())?.[0];
  await figure.click();
  await page.getByText(`1–${count} von ${count}`).waitFor();
});

test("amounts of renewals are for those who may see prices", async () => {
  const admin = await openBrowser(portal, { person: maren });
  await visit(admin, "/");
  await block(admin, "Nächste Verlängerungen")
    .getByText(/^Kosten .* Erlös/)
    .first()
    .waitFor();
  const member = await openBrowser(portal, { person: jana });
  await visit(member, "/");
  await block(member, "Nächste Verlängerungen")
    .getByText(/^\d+ Domains$/)
    .first()
    .waitFor();
  expect(await member.getByText("€").count()).toBe(0);
});

test("what others change shows at once, and what is due with it", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visitLive(page, "/");
  const created = await createRecord(api, "customer", { name: "Weingut Amsel" });
  await block(page, "Zuletzt geändert")
    .getByRole("link", { name: /^Weingut Amsel.*angelegt/ })
    .waitFor();
  await api.customer.update({
    params: { id: created.id },
    version: created.version,
    body: { avvReviewAt: inDays(0), responsibleUserId: jana.id },
  });
  await rows(page).filter({ hasText: "Weingut Amsel" }).getByText("heute").waitFor();
});

test("a block that cannot be read says so alone and is read again on request", async () => {
  const page = await openBrowser(portal, { person: jana });
  // A live connection that comes later has everything read anew, and the button would be gone before it is pressed.
  await page.routeWebSocket("**", () => undefined);
  const { db } = portal.portal.services;
  await sql`alter table changes rename to changes_elsewhere`.execute(db);
  try {
    expectNoise(page, /^500 GET .*dashboard\.recent/, /<< query .*dashboard\.recent/);
    await visit(page, "/");
    await block(page, "Zuletzt geändert").getByText("Block konnte nicht geladen werden.").waitFor();
    await rows(page).first().waitFor();
    await block(page, "Lage")
      .getByRole("link", { name: /^Domains/ })
      .first()
      .waitFor();
    expect(await page.getByRole("alert").count()).toBe(1);
  } finally {
    await sql`alter table changes_elsewhere rename to changes`.execute(db);
  }
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await block(page, "Zuletzt geändert").getByRole("listitem").first().waitFor();
});

test("an empty portal shows the first steps, which tick themselves off", async () => {
  const empty = await startTestPortal({ pages: "built" });
  try {
    const person = await empty.hire({ role: "admin" });
    const page = await openBrowser(empty, { person, viewport: phone });
    await visitLive(page, "/");
    await page.getByRole("heading", { name: "Willkommen. Hier ist noch nichts erfasst." }).waitFor();
    await block(page, "Handlungsbedarf").getByText("In den nächsten 60 Tagen ist nichts fällig.").waitFor();
    const steps = block(page, "In 10 Minuten startklar");
    await steps.getByText("0 von 9").waitFor();
    await createRecord(await apiOf(empty, person), "host", { name: "web03" });
    await steps.getByText("1 von 9").waitFor();
    await steps.getByRole("link", { name: "Backup einrichten" }).click();
    await page.getByRole("heading", { level: 1, name: "Backup" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.getByRole("switch", { name: "Backup ist eingerichtet" }).click();
    await toast(page, "Gespeichert.").waitFor();
    await visitLive(page, "/");
    await steps.getByText("2 von 9").waitFor();
    await steps.getByRole("link", { name: "Backup einrichten (erledigt)" }).waitFor();
    await steps.getByRole("button", { name: "Ausblenden" }).click();
    await steps.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.context().close();
  } finally {
    await empty.stop();
  }
});
