import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../../../server/auth/passwords.ts";
import { visit } from "../../support/browser/browser.ts";
import { sharedChromium } from "../../support/browser/chromium.ts";
import { patienceMs } from "../../support/limits.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { freePort } from "../../support/portal/portal-process.ts";
import { createRecord } from "../../support/records/records.ts";
import { startTlsProxy, type TlsProxy } from "../../support/servers/tls-proxy.ts";

const password = "ein sehr langes Passwort";
let proxy: TlsProxy;
let portal: TestPortal;

beforeAll(async () => {
  proxy = await startTlsProxy();
  const PORT = await freePort();
  proxy.forwardTo(`http://127.0.0.1:${PORT}`);
  const admin = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: password };
  portal = await startTestPortal({
    pages: "built",
    env: { ...admin, PORT, PUBLIC_URL: proxy.url, TRUST_PROXY: "1" },
  });
});
afterAll(async () => {
  await proxy.stop();
  await portal.stop();
});

test("behind a proxy that ends TLS cookies are bound to the host, and live events arrive", async () => {
  const email = "jana@agentur.example";
  await portal.hire({ email, passwordHash: await hashPassword(password) });
  const context = await (await sharedChromium()).newContext({
    baseURL: proxy.url,
    ignoreHTTPSErrors: true,
    locale: "de-DE",
  });
  context.setDefaultTimeout(patienceMs);
  try {
    const page = await context.newPage();
    const sockets: string[] = [];
    page.on("websocket", (socket) => void sockets.push(new URL(socket.url()).protocol));
    await visit(page, "/customers");
    await page.getByLabel("E-Mail").fill(email);
    await page.getByLabel("Passwort", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Kunden" }).waitFor();

    const cookies = await context.cookies();
    const session = cookies.find(({ name }) => name.endsWith("techcenter.session"));
    expect(session).toMatchObject({
      name: "__Host-techcenter.session",
      domain: "localhost",
      path: "/",
      secure: true,
      httpOnly: true,
      sameSite: "Lax",
    });
    expect(cookies.filter(({ name, secure, path }) => !name.startsWith("__Host-") || !secure || path !== "/")).toEqual(
      [],
    );

    await expect.poll(() => sockets).toContain("wss:");
    const actor = await portal.hire({ name: "Timo Brandt" });
    await createRecord(await apiOf(portal, actor), "customer", { name: "Weingut Amsel" });
    await page.getByRole("link", { name: "Weingut Amsel" }).waitFor();
  } finally {
    await context.close();
  }
});
