import type { Page, WebSocket } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { goneAfterMs } from "../../../app/lib/live/presence-list.ts";
import { hashPassword } from "../../../server/auth/passwords.ts";
import { openBrowser, sessionEnded, visit } from "../../support/browser/browser.ts";
import { stepUntil } from "../../support/browser/clock.ts";
import { visitLive, watchCalls } from "../../support/browser/live-pages.ts";
import { keepToasts, toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  const admin = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: password };
  portal = await startTestPortal({ pages: "built", env: admin });
});
afterAll(() => portal.stop());

const password = "ein langes Passwort";
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

  await keepToasts(page);
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
  await expect.poll(() => told.count()).toBe(1);
  await told.getByRole("button", { name: "Schließen" }).click();
  await told.waitFor({ state: "detached" });
});

test("whoever is deactivated is shut out of the page in front of them at once, and their socket closes", async () => {
  const admin = await portal.hire({ name: "Anna Reuter", role: "admin" });
  const kevin = await portal.hire({ name: "Kevin Okafor", email: "kevin@agentur.example" });
  const page = await openBrowser(portal, { person: admin });
  const leaving = await openBrowser(portal, { person: kevin, expected: sessionEnded });
  const sockets = openSockets(leaving);
  await Promise.all([visitLive(page, "/settings/users"), visitLive(leaving, "/websites")]);
  await vi.waitFor(() => expect(sockets.size).toBe(1));
  await keepToasts(page);

  const row = page.getByRole("row").filter({ hasText: "kevin@agentur.example" });
  await row.getByRole("button", { name: "Aktionen für Kevin Okafor" }).click();
  await page.getByRole("menuitem", { name: "Konto sperren …" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sperren" }).click();
  await toast(page, "Konto gesperrt.").waitFor();

  await vi.waitFor(() => {
    expect(isAtSignIn(leaving)).toBe(true);
    expect(sockets.size).toBe(0);
  });
  expect(new URL(leaving.url()).searchParams.get("callbackUrl")).toBe("/websites");
  await row.getByRole("cell", { name: "Gesperrt", exact: true }).waitFor();
});

test("signing out in one tab ends the other tab and both sockets, and the others see the person go", async () => {
  // Whoever was here in a test before is still shown for a while, so nobody else has these names.
  const [malte, jana] = [await portal.hire({ name: "Malte Grothe" }), await portal.hire({ name: "Jana Sommer" })];
  const watching = await openBrowser(portal, { person: malte });
  const page = await openBrowser(portal, { person: jana, expected: sessionEnded });
  const otherTab = await page.context().newPage();
  await watching.clock.install();
  const [sockets, socketsOfOther] = [openSockets(page), openSockets(otherTab)];
  await Promise.all([visitLive(watching, "/"), visitLive(page, "/"), visitLive(otherTab, "/wiki")]);
  const present = watching.getByRole("region", { name: "Team online" }).getByRole("link", { name: "Jana Sommer" });
  await present.waitFor();

  await page.getByRole("button", { name: "Konto von Jana Sommer" }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await vi.waitFor(() => {
    expect([page, otherTab].map(isAtSignIn)).toEqual([true, true]);
    expect(sockets.size + socketsOfOther.size).toBe(0);
  });
  // Who loses the connection is kept for half a minute.
  await stepUntil(watching, goneAfterMs / 3, () => present.count(), 0);
});

function openSockets(page: Page): Set<WebSocket> {
  const open = new Set<WebSocket>();
  page.on("websocket", (socket) => {
    // Of one that never opened the browser does not tell the end when its page is left.
    socket.once("framereceived", () => open.add(socket));
    socket.on("close", () => open.delete(socket));
  });
  return open;
}
