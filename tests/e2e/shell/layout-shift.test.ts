import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { isSettled, openBrowser, phone } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let paths: string[];
let person: { id: string };

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  person = await portal.hire({ name: "Jana Petersen", role: "admin" });
  const api = await apiOf(portal, person);
  const customer = await api.customer.create({ body: { name: "Weingut Amsel", avvStatus: "missing" } });
  const website = await api.website.create({ body: { url: "https://amsel.example", customerId: customer.id } });
  await api.domain.create({ body: { name: "amsel-wein.example", renewsAt: addDays(portalDate(new Date()), 28) } });
  const page = await api.page.create({ body: { title: "Notfallplan" }, parentId: null });
  const own = ["", "notifications", "appearance", "security", "devices", "tasks", "activity", "calendar", "api"];
  paths = [
    "/",
    "/websites",
    "/domains",
    "/hosts",
    "/customers",
    "/contracts",
    "/devices",
    "/feedback",
    "/wiki",
    `/wiki/${page.id}`,
    "/settings",
    "/settings/users",
    "/settings/system",
    "/import",
    "/calendar",
    "/tasks",
    "/incidents",
    "/cost-forecast",
    "/discover",
    "/wiki/chats",
    "/settings/channels",
    `/websites/${website.id}`,
    `/websites/${website.id}/edit`,
    `/customers/${customer.id}`,
    `/customers/${customer.id}/history`,
    "/websites/new",
    ...own.map((tab) => `/users/${person.id}/${tab}`.replace(/\/$/, "")),
  ];
});
afterAll(() => portal.stop());

const most = 0.02;

interface Shift {
  value: number;
  what: string[];
}

/** Opens paths one after the other; returns those that move, with what moved. */
async function findMoving(viewport: { width: number; height: number }, own: string[]) {
  const page = await openBrowser(portal, { person, viewport });
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[])
        if (!entry.hadRecentInput)
          shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => nameOf(node)) });
    }).observe({ type: "layout-shift", buffered: true });
    interface LayoutShift {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    function nameOf(node: Node | null): string {
      return `${node?.nodeName}.${node instanceof Element ? node.className : ""} ${node?.textContent?.slice(0, 40)}`;
    }
  });
  const moved: [string, { sum: number; shifts: Shift[] }][] = [];
  for (const path of own) {
    await visitLive(page, path);
    await isSettled(page);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    if (sum >= most) moved.push([path, { sum, shifts }]);
  }
  return moved;
}

test.each([
  ["a phone", phone],
  ["a wide window", { width: 1440, height: 900 }],
])(
  "no page moves under the eyes of who opens it, on %s",
  async (_, viewport) => {
    // One after the other: side by side, a record says that it is edited in another window, and the font comes after the text.
    expect(Object.fromEntries(await findMoving(viewport, paths))).toEqual({});
  },
  900_000,
);
