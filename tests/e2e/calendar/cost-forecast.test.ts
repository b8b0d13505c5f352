import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMonths, portalDate } from "../../../contract/time/today.ts";
import { isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const inThreeMonths = addMonths(`${portalDate(new Date()).slice(0, 8)}15`, 3);
const month = inThreeMonths.slice(0, 7);
const monthName = new Intl.DateTimeFormat("de-DE", { month: "long", year: "numeric", timeZone: "UTC" }).format(
  new Date(`${month}-01T00:00Z`),
);

describe("the cost forecast", () => {
  test("is empty, then names what is paid in a month by keys alone, and keeps that in its address", async () => {
    const maren = await portal.hire({ name: "Maren Ahlers", role: "maintainer" });
    const api = await apiOf(portal, maren);
    const page = await openBrowser(portal, { person: maren });
    await visit(page, "/cost-forecast");
    await page.getByText("Noch keine Preise.").waitFor();
    const prices = { costCents: 1200, priceCents: 3600 };
    await createRecord(api, "domain", { name: "amsel.example", renewsAt: inThreeMonths, ...prices });

    await visit(page, "/calendar");
    await page.getByRole("link", { name: "Kostenvorschau" }).click();
    await page.getByText("In zwölf Monaten").waitFor();
    await page.getByRole("link", { name: `${monthName}: Einzelne Zahlungen` }).focus();
    await page.keyboard.press("Enter");
    const items = page.getByRole("region", { name: monthName });
    await items.getByRole("link", { name: "amsel.example" }).waitFor();
    await expect.poll(() => items.textContent()).toMatch(/Rechnung 36,00\s€/);
    expect(new URL(page.url()).searchParams.get("month")).toBe(month);

    await page.getByText("Alle offenen kündigen", { exact: true }).click();
    await items.getByText("nichts berechnet").waitFor();
    await page.reload();
    await isAlive(page);
    await items.getByText("nichts berechnet").waitFor();
    await expect.poll(() => page.getByRole("radio", { name: "Alle offenen kündigen" }).isChecked()).toBe(true);
  });

  test("fits on a phone, and is not for who may not see prices", async () => {
    const admin = await portal.hire({ role: "admin" });
    const page = await openBrowser(portal, { person: admin, viewport: phone });
    await visit(page, `/cost-forecast?month=${month}`);
    await page.getByRole("region", { name: monthName }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const member = await portal.hire({ role: "member" });
    const other = await openBrowser(portal, { person: member, expected: [/403/] });
    await visit(other, "/calendar");
    await expect.poll(() => other.getByRole("link", { name: "Kostenvorschau" }).count()).toBe(0);
    const answer = await other.goto(`${portal.url}/cost-forecast`);
    expect(answer?.status()).toBe(403);
  });
});

test("a month of the calendar is printed on one page in landscape, without what is around it", async () => {
  const jana = await portal.hire({ name: "Jana Petersen" });
  const api = await apiOf(portal, jana);
  for (let day = 1; day <= 28; day += 1)
    await api.deadline.create({ label: `Termin ${day}`, dueOn: `2031-05-${String(day).padStart(2, "0")}` });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/calendar?month=2031-05&view=month");
  await page.getByText("Termin 28").first().waitFor();
  // The page is printed in the font that is loaded by then.
  await page.evaluate(async () => void (await document.fonts.ready));
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  expect(pdf.numPages).toBe(1);
  const [left = 0, bottom = 0, right = 0, top = 0] = (await pdf.getPage(1)).view;
  expect(right - left).toBeGreaterThan(top - bottom);
  const { text } = await extractText(pdf, { mergePages: true });
  for (const words of ["Kalender", "Mai 2031", "Termin 1", "Termin 28"]) expect(text).toContain(words);
  for (const words of ["Einstellungen", "Drucken", "Meine", "Zeitstrahl"]) expect(text).not.toContain(words);
});
