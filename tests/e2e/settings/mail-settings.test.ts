import { createServer, type Socket } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { startMailServer } from "../../support/servers/mail-server.ts";

let portal: TestPortal;
let admin: Person;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Nora Lind", role: "admin", email: "nora@agentur.example" });
});
afterAll(() => portal.stop());

/** As if nobody had set mail up yet, so that every test, and each again, begins alike. */
async function openMailSettings(expected: RegExp[] = []): Promise<Page> {
  const { db } = portal.portal.services;
  await db.deleteFrom("settings").where("section", "=", "mail").execute();
  await db.deleteFrom("mailAttempts").execute();
  await db.deleteFrom("mails").execute();
  const page = await openBrowser(portal, { person: admin, expected });
  await visit(page, "/settings/mail");
  return page;
}

async function setUp(page: Page, { port, user, password }: { port: number; user?: string; password?: string }) {
  await page.getByRole("textbox", { name: "Server", exact: true }).fill("127.0.0.1");
  await page.getByText("Keine", { exact: true }).click();
  await page.getByRole("textbox", { name: "Port" }).fill(String(port));
  await page.getByRole("textbox", { name: "Absenderadresse" }).fill("portal@agentur.example");
  if (user) await page.getByRole("textbox", { name: "Benutzer" }).fill(user);
  if (password) await page.getByLabel("Passwort", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await toast(page, "Gespeichert.").waitFor();
  await page.getByText("E-Mails sind eingerichtet.").waitFor();
}

const send = (page: Page) => page.getByRole("button", { name: "Test senden" }).click();

test("without a mail server the page says so calmly, and a test names what is missing", async () => {
  const page = await openMailSettings([/^4\d\d POST .*mail\.test/, /<< mutation/]);
  await page.getByText("Noch kein Mail-Server: Das Portal verschickt keine E-Mails.").waitFor();
  await page.getByText("Noch keine E-Mail verschickt.").waitFor();
  await send(page);
  await page.getByText("Bitte zuerst Server und Absenderadresse angeben und speichern.").waitFor();
  expect(await portal.portal.services.db.selectFrom("mails").select("id").execute()).toEqual([]);
});

test("a test that is taken shows the server's own words and the talk, and stands in the log", async () => {
  const server = await startMailServer({ allowInsecureAuth: true });
  const page = await openMailSettings();
  await setUp(page, { port: server.port, user: "portal", password: "geheim" });
  await send(page);
  await page.getByText("Der Server hat die Testmail an nora@agentur.example angenommen.").waitFor();
  await page.getByText(/^250 /).first().waitFor();
  await page.getByText("Gespräch mit dem Server").click();
  await page.getByText(/RCPT TO:<nora@agentur.example>/).waitFor();
  expect(await page.getByText("geheim").count()).toBe(0);
  const row = page.getByRole("list", { name: "Versandprotokoll" }).getByRole("listitem").first();
  await row.getByText("Gesendet", { exact: true }).waitFor();
  expect(server.received.map(({ to }) => to)).toEqual([["nora@agentur.example"]]);
});

test("a refused password and a refused recipient are told in the server's words", async () => {
  const server = await startMailServer({ allowInsecureAuth: true });
  const page = await openMailSettings();
  await setUp(page, { port: server.port, user: "portal", password: "falsch" });
  await send(page);
  await page.getByText("Die Testmail wurde nicht angenommen.").waitFor();
  await page.getByText("Anmeldung abgelehnt: 535 5.7.8 Benutzer oder Passwort falsch").first().waitFor();

  await page.getByLabel("Passwort", { exact: false }).first().fill("geheim");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  const { db } = portal.portal.services;
  const version = () => db.selectFrom("settings").select("version").where("section", "=", "mail").executeTakeFirst();
  await expect.poll(version).toEqual({ version: 2 });
  server.refusals.push({ at: "recipient", code: 550, text: "5.1.1 Diesen Empfänger gibt es hier nicht" });
  await page.getByRole("textbox", { name: "Empfänger" }).fill("niemand@kunde.example");
  await send(page);
  await page.getByText("550 5.1.1 Diesen Empfänger gibt es hier nicht").first().waitFor();
  const log = page.getByRole("list", { name: "Versandprotokoll" });
  await expect.poll(() => log.getByText("Fehlgeschlagen", { exact: true }).count()).toBe(2);
});

test("a server that never answers is said to, after a while", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  const port = address && typeof address === "object" ? address.port : 0;
  try {
    const page = await openMailSettings();
    await setUp(page, { port });
    await send(page);
    await page
      .getByText(`Keine Antwort von 127.0.0.1:${port} in der vorgesehenen Zeit.`)
      .first()
      .waitFor({ timeout: 180_000 });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  }
});
