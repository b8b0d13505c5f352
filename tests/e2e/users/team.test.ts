import type { Page, WebSocket } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashPassword } from "../../../server/auth/passwords.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { toast, visitLive, watchCalls } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  const admin = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: password };
  portal = await startTestPortal({ pages: "built", env: admin });
});
afterAll(() => portal.stop());

/** How long a person who was shut out may still have the portal and its events in front of them. */
const shutOutWithinMs = 10_000;
const password = "ein langes Passwort";
const refusedAfterwards = /^401 /;

const isAtSignIn = (page: Page) => new URL(page.url()).pathname === "/auth/signin";

test("an invited person joins, and the admin who invited them sees it happen", async () => {
  const admin = await portal.hire({ name: "Anna Reuter", role: "admin" });
  const page = await openBrowser(portal, { person: admin });
  await visitLive(page, "/settings/users");
  await page.getByRole("button", { name: "Einladen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Linh Tran");
  await dialog.getByLabel("E-Mail").fill("linh@agentur.example");
  await dialog.getByRole("button", { name: "Einladen" }).click();
  const link = await dialog.getByRole("textbox", { name: "Einladungslink" }).inputValue();
  await dialog.getByRole("button", { name: "Fertig" }).click();
  const row = page.getByRole("row").filter({ hasText: "linh@agentur.example" });
  await row.getByRole("cell", { name: "Eingeladen", exact: true }).waitFor();

  const calls = watchCalls(page);
  const joining = await openBrowser(portal);
  await visit(joining, link);
  await joining.getByRole("textbox", { name: "Passwort" }).fill(password);
  await joining.getByRole("button", { name: "Beitreten" }).click();
  await joining.getByRole("button", { name: "Konto von Linh Tran" }).waitFor();

  await toast(page, "Neuer Benutzer!").getByText("Linh Tran ist dem Team beigetreten.").waitFor();
  await row.getByRole("cell", { name: "Aktiv", exact: true }).waitFor();
  expect(calls.map(({ path }) => path)).toContain("user.list");
  await page.getByRole("button", { name: "Benachrichtigungen, 1 ungelesen" }).waitFor();
});

test("a colleague's sign-in is told, and stays until it is closed", async () => {
  const jana = await portal.hire();
  await portal.hire({ name: "Timo Brandt", email: "timo@agentur.example", passwordHash: await hashPassword(password) });
  const page = await openBrowser(portal, { person: jana });
  await page.clock.install();
  await visitLive(page, "/");
  const arriving = await openBrowser(portal);
  await visit(arriving, "/auth/signin");
  await arriving.getByLabel("E-Mail").fill("timo@agentur.example");
  await arriving.getByRole("textbox", { name: "Passwort" }).fill(password);
  await arriving.getByRole("button", { name: "Anmelden" }).click();
  await arriving.getByRole("button", { name: "Konto von Timo Brandt" }).waitFor();

  const told = toast(page, "Anmeldung");
  await told.getByText("Timo Brandt hat sich angemeldet.").waitFor();
  await page.clock.runFor("01:00");
  expect(await told.count()).toBe(1);
  await told.getByRole("button", { name: "Schließen" }).click();
  await told.waitFor({ state: "detached" });
});

test("whoever is deactivated is shut out of the page in front of them at once, and their socket closes", async () => {
  const admin = await portal.hire({ name: "Anna Reuter", role: "admin" });
  const kevin = await portal.hire({ name: "Kevin Okafor", email: "kevin@agentur.example" });
  const page = await openBrowser(portal, { person: admin });
  const leaving = await openBrowser(portal, { person: kevin, expected: [refusedAfterwards, /WebSocket/] });
  const sockets = openSockets(leaving);
  await Promise.all([visitLive(page, "/settings/users"), visitLive(leaving, "/websites")]);
  expect(sockets.size).toBe(1);

  const row = page.getByRole("row").filter({ hasText: "kevin@agentur.example" });
  await row.getByRole("button", { name: "Aktionen für Kevin Okafor" }).click();
  await page.getByRole("menuitem", { name: "Konto sperren …" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sperren" }).click();
  await toast(page, "Konto gesperrt.").waitFor();

  await vi.waitFor(
    () => {
      expect(isAtSignIn(leaving)).toBe(true);
      expect(sockets.size).toBe(0);
    },
    { timeout: shutOutWithinMs },
  );
  expect(new URL(leaving.url()).searchParams.get("callbackUrl")).toBe("/websites");
  await row.getByRole("cell", { name: "Gesperrt", exact: true }).waitFor();
});

test("signing out in one tab ends the other tab and both sockets, and the others see the person go", async () => {
  const [malte, jana] = [await portal.hire({ name: "Malte Grothe" }), await portal.hire()];
  const watching = await openBrowser(portal, { person: malte });
  const page = await openBrowser(portal, { person: jana, expected: [refusedAfterwards, /WebSocket/] });
  const otherTab = await page.context().newPage();
  const [sockets, socketsOfOther] = [openSockets(page), openSockets(otherTab)];
  await Promise.all([visitLive(watching, "/"), visitLive(page, "/"), visitLive(otherTab, "/wiki")]);
  const present = watching.getByRole("region", { name: "Team online" }).getByRole("link", { name: "Jana Petersen" });
  await present.waitFor();

  await page.getByRole("button", { name: "Konto von Jana Petersen" }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await vi.waitFor(
    () => {
      expect([page, otherTab].map(isAtSignIn)).toEqual([true, true]);
      expect(sockets.size + socketsOfOther.size).toBe(0);
    },
    { timeout: shutOutWithinMs },
  );
  // Who loses the connection is kept for half a minute.
  await present.waitFor({ state: "detached", timeout: 60_000 });
});

function openSockets(page: Page): Set<WebSocket> {
  const open = new Set<WebSocket>();
  page.on("websocket", (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  return open;
}
