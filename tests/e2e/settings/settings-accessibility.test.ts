import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { feedCategoryKeys } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let admin: Person;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
  const api = await apiOf(portal, admin);
  await api.apiToken.create({ name: "Auswertung", scopes: ["records:read"], days: 30 });
  const { id } = await api.webhook.create({
    body: { url: "https://empfaenger.example/portal", description: "Kasse", events: ["*"], isEnabled: false },
  });
  await api.webhook.test({ id });
  const ntfy = { service: "ntfy" as const, name: "Bereitschaft" };
  const { id: channelId } = await api.channel.create({
    body: { ...ntfy, values: { server: "https://ntfy.example", topic: "agentur" } },
  });
  await api.channel.createRule({ body: { categories: ["incident"], channelId } });
  await api.setting.update({ section: "general", values: { primaryColor: "#ffd400" }, secrets: {}, version: 0 });
  await api.calendarFeed.create({ name: "Fristen Agentur", scope: "mine", categories: [...feedCategoryKeys] });
});
afterAll(() => portal.stop());

const paths = [
  "/settings",
  ...[
    "general",
    "api",
    "api/docs",
    "backup",
    "channels",
    "monitoring",
    "network",
    "privacy",
    "tasks",
    "log",
    "system",
    "templates",
    "mail-texts",
    "users",
  ].map((section) => `/settings/${section}`),
];

const ownTabs = ["", "/security", "/notifications", "/devices", "/tasks", "/api", "/calendar", "/activity"];
const beforeSignIn = [
  "/auth/forgot",
  "/auth/join?token=alt",
  "/auth/error?error=AccessDenied",
  "/auth/unsubscribe?t=t",
];

describe.each([
  ["light", 1440],
  ["dark", 390],
] as const)("beginning in the %s theme, at %i px", (theme, width) => {
  test("everybody can read and use the settings, also with a bright colour of their own", async () => {
    const looks = { theme, viewport: width === 390 ? phone : undefined, reducedMotion: true };
    const page = await openBrowser(portal, { ...looks, person: admin });
    const found: string[] = [];
    for (const path of [...paths, `/users/${admin.id}/api`]) {
      await visit(page, path);
      if (path.endsWith("/docs")) await page.getByRole("heading", { name: "Anmelden" }).waitFor();
      found.push(...(await findBarriers(page, path)));
    }
    expect(found).toEqual([]);
  }, 900_000);

  test("everybody can read and use their account, and the pages before it", async () => {
    const looks = { theme, viewport: width === 390 ? phone : undefined, reducedMotion: true };
    const page = await openBrowser(portal, { ...looks, person: admin });
    const found: string[] = [];
    for (const tab of ownTabs) {
      await visit(page, `/users/${admin.id}${tab}`);
      await page.getByRole("heading", { name: "Maren Ahlers", level: 1 }).waitFor();
      found.push(...(await findBarriers(page, tab)));
    }
    const stranger = await openBrowser(portal, { ...looks, expected: [/^404 GET .*\/auth\/join/] });
    for (const path of beforeSignIn) {
      await visit(stranger, path);
      found.push(...(await findBarriers(stranger, path)));
    }
    expect(found).toEqual([]);
  }, 900_000);
});
