import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { anHtmlPage, aPhoto, aPng } from "../../support/browser/pictures.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const group = (page: Page) => page.getByRole("group", { name: "Profilbild" });
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel("Profilbild auswählen").setInputFiles({ name, mimeType, buffer });

const imageKeyOf = async ({ id }: Person) =>
  (await portal.portal.services.db.selectFrom("users").select("imageKey").where("id", "=", id).executeTakeFirst())
    ?.imageKey;

async function openProfile(expected: RegExp[] = []): Promise<{ page: Page; person: Person }> {
  const person = await portal.hire({ name: "Jana Petersen" });
  const page = await openBrowser(portal, { person, expected });
  await visit(page, `/users/${person.id}`);
  return { page, person };
}

/** How many pictures of a page have really been drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length);

test("a file that is not what its name says is refused, and trying again is up to the person", async () => {
  const { page, person } = await openProfile([/^4\d\d POST/, /Could not upload image/, /<< mutation/]);
  await choose(page, "bild.png", "image/png", anHtmlPage);
  await group(page).getByText("Could not upload image").waitFor();
  expect(await imageKeyOf(person)).toBeNull();
  const retry = group(page).getByRole("button", { name: "Erneut versuchen" });
  const asked = page.waitForRequest(/file\.createUpload/);
  await retry.click();
  await asked;
  await group(page).getByText("Could not upload image").waitFor();
  await group(page).getByRole("button", { name: "Entfernen" }).click();
  await group(page).getByRole("button", { name: "Bild ändern" }).waitFor();
});

test("a kind of file that is not taken never leaves the browser", async () => {
  const { page } = await openProfile([/Could not upload image/]);
  let sent = 0;
  page.on("request", (request) => {
    if (/file\.createUpload|\/api\/upload/.test(request.url())) sent += 1;
  });
  await choose(page, "programm.exe", "application/octet-stream", Buffer.from("MZ"));
  await group(page).getByText("Could not upload image").waitFor();
  expect(sent).toBe(0);
});

test("progress shows while a picture is on its way, and it can be called back", async () => {
  const { page, person } = await openProfile();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/upload", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await choose(page, "bild.png", "image/png", await aPng());
  await group(page).getByRole("progressbar", { name: "Bild wird hochgeladen" }).waitFor();
  await group(page).getByRole("button", { name: "Abbrechen" }).click();
  await group(page).getByRole("button", { name: "Bild ändern" }).waitFor();
  goOn();
  expect(await imageKeyOf(person)).toBeNull();
});

test("a photo replaces the initials everywhere, and can be taken away again", async () => {
  const { page, person } = await openProfile();
  await choose(page, "portrait.jpg", "image/jpeg", await aPhoto());
  await group(page).getByRole("img", { name: "Profilbild" }).waitFor();
  await expect.poll(() => imageKeyOf(person)).toEqual(expect.any(String));
  // In the form, at the head of the page and at the foot of the navigation.
  await expect.poll(() => drawn(page)).toBe(3);

  const colleague = await openBrowser(portal, { person: await portal.hire({ name: "Timo Brandt" }) });
  await visit(colleague, `/users/${person.id}`);
  await expect.poll(() => drawn(colleague)).toBe(1);

  await group(page).getByRole("button", { name: "Entfernen" }).click();
  await expect.poll(() => drawn(page)).toBe(0);
  await expect.poll(() => imageKeyOf(person)).toBeNull();
});
