import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { documentOf, mention, paragraph } from "../../support/wiki/wiki.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const dead = "http://weg.invalid/anleitung";

test("what the wiki lacks is listed on one screen, and fixed from there", async () => {
  const { db, pageRooms, now } = portal.portal.services;
  const jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
  const sign = jana.id.slice(-6);
  const api = await apiOf(portal, jana);
  await api.page.countMiss({ query: `urlaubsregeln ${sign}` });
  const create = async (title: string) => (await api.page.create({ body: { title }, parentId: null })).id;
  const [source, gone, late] = [
    await create(`Quelle ${sign}`),
    await create(`Weg ${sign}`),
    await create(`Alt ${sign}`),
  ];
  const link = { type: "text", text: "dort", marks: [{ type: "link", attrs: { href: dead } }] };
  const long = Array.from({ length: 60 }, (_, index) => paragraph(`Zeile ${index}`));
  await pageRooms.edit(source, jana.id, () =>
    documentOf(...long, paragraph("Siehe ", mention("page", gone)), paragraph("Mehr steht ", link)),
  );
  await api.page.trash({ id: gone });
  await db.updateTable("pages").set({ responsibleUserId: null }).where("id", "=", source).execute();
  await db.updateTable("pages").set({ reviewAt: "2020-01-01" }).where("id", "=", late).execute();
  const at = now().toISOString();
  const check = {
    state: "broken" as const,
    problem: "Dort gibt es diese Seite nicht (404).",
    failures: 1,
    checkedAt: at,
    dueAt: "2999-01-01T00:00:00.000Z",
    brokenSince: at,
  };
  await db
    .insertInto("linkChecks")
    .values({ url: dead, ...check })
    .onConflict((conflict) => conflict.column("url").doUpdateSet(check))
    .execute();

  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki/review");
  await page.getByRole("heading", { name: "Wissenslücken", level: 1 }).waitFor();
  const section = (name: RegExp) => page.getByRole("region", { name });

  await page.getByRole("button", { name: `„Quelle ${sign}“ übernehmen` }).click();
  await page.getByRole("button", { name: `„Quelle ${sign}“ übernehmen` }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: `„Alt ${sign}“ als aktuell bestätigen` }).click();
  await page.getByRole("button", { name: `„Alt ${sign}“ als aktuell bestätigen` }).waitFor({ state: "detached" });

  const row = section(/^Links ins Leere/)
    .getByRole("listitem")
    .filter({ hasText: `Quelle ${sign}` });
  await row.getByText("(404)").waitFor();
  await row.getByRole("link", { name: "Zur Stelle" }).click();
  await page.getByRole("heading", { name: `Quelle ${sign}`, level: 1 }).waitFor();
  const article = page.getByRole("article");
  await expect
    .poll(() => article.getByRole("link", { name: "dort" }).evaluate((place) => place === document.activeElement))
    .toBe(true);
  await page.getByText("1 Link führt ins Leere.").waitFor();

  await visit(page, "/wiki/review");
  const broken = section(/^Verweise auf fehlende Seiten/)
    .getByRole("listitem")
    .filter({ hasText: `Quelle ${sign}` });
  await broken.getByRole("link", { name: "Zur Stelle" }).click();
  await page.getByRole("heading", { name: `Quelle ${sign}`, level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.mentionId)).toBe(gone);

  await visit(page, "/wiki/review");
  await page.getByRole("button", { name: `Seite „urlaubsregeln ${sign}“ anlegen` }).click();
  await page.getByRole("textbox", { name: "Text der Seite" }).click();
  await page.keyboard.type("Wer wann frei hat.");
  await page.getByText("Alle Änderungen gespeichert").waitFor();
  await visit(page, "/wiki/review");
  await page.getByRole("heading", { name: "Wissenslücken", level: 1 }).waitFor();
  expect(await page.getByRole("button", { name: `Seite „urlaubsregeln ${sign}“ anlegen` }).count()).toBe(0);
});
