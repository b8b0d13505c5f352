import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { isSettled, openBrowser } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { hostileMarkup } from "../../support/records/hostile.ts";
import { mention } from "../../support/wiki/wiki.ts";

/** The public list in one text: whatever a field allows of it goes in. */
const all = hostileMarkup.join("\n\n");
const name = `<img src=x onerror=alert(1)> "onclick=alert(2)`;
let portal: TestPortal;
let admin: Person;
let api: Api;
const paths: string[] = [];

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name, role: "admin" });
  const other = await portal.hire({ name: `${name} <b>`, role: "admin" });
  api = await apiOf(portal, other);
  const { id: page } = await api.page.create({ body: { title: name, icon: null }, parentId: null });
  const { id: chat } = await api.chat.create({
    title: name,
    target: { type: "page", id: page },
    body: `${name} @[user:${admin.id}] @[page:${page}]`,
    clientId: newId(),
    fileKeys: [],
  });
  for (let start = 0; start < all.length; start += 4000)
    await api.chat.send({ chatId: chat, body: all.slice(start, start + 4000), clientId: newId(), fileKeys: [] });
  await portal.portal.services.pageRooms.edit(page, other.id, () => ({
    type: "doc",
    content: [
      ...hostileMarkup.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
      { type: "paragraph", content: [mention("user", admin.id, name), mention("page", page, name)] },
      {
        type: "codeBlock",
        attrs: { language: "mermaid" },
        content: [{ type: "text", text: 'graph TD; A["<img src=x>"]' }],
      },
    ],
  }));
  const context = { url: `/wiki?q=${encodeURIComponent(name)}`, viewport: "390", browser: name, lastErrorId: name };
  const body = { title: name, description: all.slice(0, 9000), kind: "idea", area: "wiki", pageId: page };
  const { id: feedback } = await api.feedback.give({ body, context, files: [] });
  await api.feedback.comment({ id: feedback, body: all.slice(0, 7900), internal: false, mentions: [] });
  await api.feedback.setStatus({ id: feedback, status: "rejected", answer: all.slice(0, 9000) });
  await api.apiToken.create({ name: name.slice(0, 60), scopes: ["records:read"], days: 30 });
  await api.savedView.create({ body: { type: "page", name: name.slice(0, 60), scope: "team", state: {} } } as never);
  await api.tag.create({ body: { name: name.slice(0, 40) } });
  const { version } = await api.setting.get({ section: "general" });
  await api.setting.update({ section: "general", values: { agencyName: name }, secrets: {}, version });
  const own = await apiOf(portal, admin);
  await own.apiToken.create({ name: name.slice(0, 60), scopes: ["records:read"], days: 30 });
  paths.push(
    "/",
    "/wiki",
    `/wiki/${page}`,
    `/wiki/${page}/history`,
    `/wiki/${page}?chat=${chat}`,
    "/wiki/all",
    "/wiki/chats",
    `/wiki/chats?chat=${chat}`,
    "/wiki/search?q=script",
    "/feedback",
    `/feedback/${feedback}`,
    "/users",
    `/users/${admin.id}`,
    `/users/${admin.id}/notifications`,
    `/users/${admin.id}/security`,
    "/settings",
    "/settings/general",
    "/settings/api",
    "/settings/log",
    "/settings/users",
    "/settings/mail",
  );
});
afterAll(() => portal.stop());

/** What only a script, or markup that was taken for markup, leaves in a page. */
async function tracesIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.push(`${element.tagName} ${name}`);
        if (
          /^(href|src|action|formaction|xlink:href)$/i.test(name) &&
          /^\s*(javascript|vbscript|data:text)/i.test(value)
        )
          found.push(`${element.tagName} ${name}=${value}`);
      }
      if (/^(IFRAME|OBJECT|EMBED|APPLET|BASE|MARQUEE|MATH)$/.test(element.tagName)) found.push(element.tagName);
      if (element.tagName === "IMG" && element.getAttribute("src") === "x") found.push("IMG x");
    }
    return found;
  });
}

test("markup in what people write, and in their names, stays text wherever it is shown", async () => {
  const page = await openBrowser(portal, { person: admin, expected: [/^404 /] });
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const path of paths) {
    // Links within what somebody wrote are no part of React's.
    await page.goto(path);
    await page.getByRole("main").first().waitFor();
    await isSettled(page);
    expect([path, await tracesIn(page)]).toEqual([path, []]);
  }
  expect(dialogs).toEqual([]);
});
