import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let chief: Person;
let api: Api;
let site: Server;
let url: string;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  chief = await portal.hire({ name: "Chef", role: "admin" });
  api = await apiOf(portal, chief);
  const page = `<!doctype html><title>Amsel</title><script src="/nordbuchung/v2.4.1/app.js"></script>`;
  site = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(page));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const values = { allowedNetworks: ["127.0.0.0/8"] };
  await api.setting.update({ section: "network", values, version: 0 });
});
afterAll(async () => {
  await portal.stop();
  await new Promise((resolve) => site.close(resolve));
});

const rules = `Buchungsmodul Nord:
  category: plugin
  scriptSrc: ['/nordbuchung/v([\\d.]+)/']
Nordkasse:
  category: payment
  html: ['data-nordkasse=']
`;

test("own rules are refused at their field, tried on an address before they are kept, and kept", async () => {
  const page = await openBrowser(portal, { person: chief, expected: [/^4\d\d POST /, /<< mutation/] });
  await visit(page, "/settings/technologies");
  const field = page.getByRole("textbox", { name: "Regeln" });
  const address = page.getByRole("textbox", { name: "Adresse" });
  const tryOut = page.getByRole("button", { name: "Ausprobieren" });

  await field.fill("Rückwärts: { category: plugin, html: ['(a+)\\1'] }");
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByText(/nicht in linearer Zeit/).waitFor();
  await address.fill(url);
  await tryOut.click();
  await expect.poll(() => page.getByText(/nicht in linearer Zeit/).count()).toBe(2);

  await field.fill(rules);
  await tryOut.click();
  const result = page.getByRole("status").filter({ hasText: url });
  const found = result.getByRole("listitem").filter({ hasText: "Buchungsmodul Nord" });
  await found.getByText("Gefunden", { exact: true }).waitFor();
  await found.getByText("2.4.1", { exact: true }).waitFor();
  await result.getByRole("listitem").filter({ hasText: "Nordkasse" }).getByText("Nicht gefunden").waitFor();
  expect((await api.setting.get({ section: "technologies" })).values).toMatchObject({ rules: "" });

  await page.getByRole("button", { name: "Speichern" }).click();
  await expect
    .poll(async () => (await api.setting.get({ section: "technologies" })).values)
    .toMatchObject({ rules: expect.stringContaining("Buchungsmodul Nord") });
  await page.reload();
  await expect.poll(() => field.inputValue()).toContain("Nordkasse");
});

test("own rules are for admins", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), expected: [/^403 GET/] });
  await visit(page, "/settings/technologies");
  await page.getByRole("heading", { name: "Das ist nicht für dich freigegeben." }).waitFor();
});
