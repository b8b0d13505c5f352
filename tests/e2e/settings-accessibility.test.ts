import AxeBuilder from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../server/trpc/context.ts";
import { openBrowser, phone, visit } from "../support/browser.ts";
import { startTestPortal, type TestPortal } from "../support/portal.ts";
import { apiOf } from "../support/portal-api.ts";

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
  await api.setting.update({ section: "general", values: { primaryColor: "#ffd400" }, secrets: {}, version: 0 });
});
afterAll(() => portal.stop());

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const addresses = [
  "/settings",
  ...[
    "general",
    "api",
    "api/docs",
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

describe.each([
  ["light", 1440],
  ["dark", 390],
] as const)("in the %s theme at %i px", (theme, width) => {
  test("everybody can read and use the settings, also with a bright colour of their own", async () => {
    const looks = { theme, viewport: width === 390 ? phone : undefined, reducedMotion: true };
    const page = await openBrowser(portal, { ...looks, person: admin });
    const found: string[] = [];
    for (const address of [...addresses, `/users/${admin.id}/api`]) {
      await visit(page, address);
      if (address.endsWith("/docs")) await page.getByRole("heading", { name: "Anmelden" }).waitFor();
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      found.push(
        ...violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, any }) => `${address} ${id}: ${html} ${any[0]?.message ?? ""}`),
        ),
      );
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      if (isWide) found.push(`${address} is wider than the screen`);
    }
    expect(found).toEqual([]);
  });
});
