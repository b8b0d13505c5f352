import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { addUpload, filesIn } from "../../support/backups/data-folder.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

let portal: TestPortal;
let admin: Person;
const folder = temporaryFolder("target");

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
  addUpload(portal.dataDir, randomBytes(3_000_000), admin.id);
});
afterAll(() => portal.stop());

async function plan(values: Record<string, unknown>): Promise<void> {
  const recipient = await recipientOf(await createIdentity());
  const { db, now } = portal.portal.services;
  const row = {
    valuesJson: JSON.stringify({ folderPath: folder, recipient, ...values }),
    version: 1,
    updatedAt: now().toISOString(),
    updatedById: null,
  };
  await db
    .insertInto("settings")
    .values({ section: "backup", secretsJson: "{}", ...row })
    .onConflict((conflict) => conflict.column("section").doUpdateSet(row))
    .execute();
}

test("„Jetzt sichern“ shows how far it is in every tab, can be ended from another one, and made anew", async () => {
  // Slow enough that it does not end by itself before somebody ends it.
  await plan({ megabitsPerSecond: 1 });
  const page = await openBrowser(portal, { person: admin });
  await visit(page, "/settings/backup");
  await page.getByRole("button", { name: "Jetzt sichern" }).click();
  await page.getByRole("progressbar", { name: "Backup läuft" }).waitFor();
  await page.getByText(/ gesendet$/).waitFor();
  expect(await page.getByRole("button", { name: "Jetzt sichern" }).isDisabled()).toBe(true);

  const other = await page.context().newPage();
  await visit(other, "/settings/backup");
  await other.getByRole("progressbar", { name: "Backup läuft" }).waitFor();
  await other.getByRole("button", { name: "Abbrechen", exact: true }).click();
  for (const tab of [other, page]) await tab.getByText(/Ein Admin hat den Lauf abgebrochen/).waitFor();

  await plan({});
  await page.getByRole("button", { name: "Jetzt sichern" }).click();
  await page.getByText("gelungen", { exact: true }).waitFor({ timeout: 60_000 });
  // What the former run was sending has a name of its own until it is whole.
  expect(filesIn(folder).filter((file) => /^objects.*\.age$/.test(file))).toHaveLength(1);
});
