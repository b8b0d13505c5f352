import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { openPushService } from "../../support/servers/push-service.ts";

let portal: TestPortal;
let anna: Person;
let timo: Person;
let key = "";
let service: Awaited<ReturnType<typeof openPushService>>;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  const admin = await apiOf(portal, await portal.hire({ name: "Maren Ahlers", role: "admin" }));
  await admin.setting.update({
    section: "network",
    values: { allowedNetworks: ["127.0.0.0/8"] },
    secrets: {},
    version: 0,
  });
  anna = await portal.hire({ name: "Anna Voss" });
  timo = await portal.hire({ name: "Timo Brandt" });
  key = (await (await apiOf(portal, anna)).pushSubscription.state()).publicKey;
  service = await openPushService(() => key);
});
afterAll(async () => {
  await service.close();
  await portal.stop();
});

/** Browsers of tests have no push service behind them: what they would be given leads to the one of the test. */
async function givePushService(page: Page): Promise<void> {
  const { endpoint, p256dh, auth } = service.subscription;
  await page.context().grantPermissions(["notifications"], { origin: portal.url });
  await page.addInitScript(
    (subscription) => {
      let current: unknown = null;
      PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
      PushManager.prototype.subscribe = async () => {
        const unsubscribe = async () => {
          current = null;
          return true;
        };
        current = { ...subscription, toJSON: () => subscription, unsubscribe };
        return current as PushSubscription;
      };
    },
    { endpoint, keys: { p256dh, auth } },
  );
}

/** Gives the page's service worker a push message, as the browser does when one has come. */
async function deliverTo(page: Page, data: string): Promise<void> {
  const chrome = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    chrome.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await chrome.send("ServiceWorker.enable");
  const registrationId = await registered;
  await chrome.send("ServiceWorker.deliverPushMessage", { origin: portal.url, registrationId, data });
}

const worker = async (page: Page) => {
  const [running] = page.context().serviceWorkers();
  return running ?? page.context().waitForEvent("serviceworker");
};

/** The browser of the tests shows no notifications to anybody; what the worker asks it to show is kept instead. */
async function watchShown(page: Page): Promise<void> {
  await (await worker(page)).evaluate(() => {
    const kept: unknown[] = [];
    Object.assign(self, { kept });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data } = {}) => {
      kept.push({ title, body, tag, url: data.url });
    };
  });
}

const shown = async (page: Page) =>
  (await worker(page)).evaluate(() => (self as unknown as { kept: { title: string }[] }).kept);

test("a device is subscribed by a click, hears from the portal, and shows it through the service worker", async () => {
  const page = await openBrowser(portal, { person: anna });
  await givePushService(page);
  await visit(page, `/users/${anna.id}/notifications`);
  // Nothing is asked, and nothing runs, before somebody wants it.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.getByRole("button", { name: "Auf diesem Gerät einschalten" }).click();
  const devices = page.getByRole("list", { name: "Geräte mit Browser-Push" });
  await devices.getByText("Dieses Gerät").waitFor();
  await page
    .getByRole("switch", { name: "Aufgaben: Browser-Push" })
    .or(page.getByLabel("Aufgaben: Browser-Push"))
    .first()
    .waitFor();
  await devices.getByRole("button", { name: "Testen" }).click();
  await page.getByRole("dialog").getByText("Angenommen").waitFor();
  const [received] = service.received;
  expect(received?.message).toMatchObject({ title: "Browser-Push ist eingerichtet" });
  await watchShown(page);
  await deliverTo(page, JSON.stringify(received?.message));
  await expect
    .poll(() => shown(page))
    .toEqual([
      {
        title: "Browser-Push ist eingerichtet",
        body: "So kommen Benachrichtigungen an, auch wenn das Portal geschlossen ist.",
        tag: "test",
        url: `${portal.url}/users/${anna.id}/notifications`,
      },
    ]);
  await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).click();
  await devices.getByRole("button", { name: /entfernen$/ }).click();
  await page.getByRole("button", { name: "Auf diesem Gerät einschalten" }).waitFor();
  expect((await (await apiOf(portal, anna)).pushSubscription.state()).devices).toEqual([]);
});

test("what cannot be read is shown as news all the same, and the worker keeps no pages", async () => {
  const page = await openBrowser(portal, { person: anna });
  await givePushService(page);
  await visit(page, `/users/${anna.id}/notifications`);
  await page.getByRole("button", { name: "Auf diesem Gerät einschalten" }).click();
  await page.getByRole("list", { name: "Geräte mit Browser-Push" }).getByText("Dieses Gerät").waitFor();
  await watchShown(page);
  await deliverTo(page, "kein JSON");
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toEqual(["Neue Benachrichtigung"]);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test("a browser that lets the portal show nothing is told where to allow it", async () => {
  const page = await openBrowser(portal, { person: timo });
  await page.context().clearPermissions();
  await visit(page, `/users/${timo.id}/notifications`);
  await page.getByRole("button", { name: "Auf diesem Gerät einschalten" }).click();
  await toast(page, /Der Browser lässt keine Mitteilungen zu\. Erlaube sie in seinen Einstellungen/).waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("a browser that reaches no push service of its own is told so", async () => {
  const page = await openBrowser(portal, {
    person: timo,
    expected: [/does not support the Push API in incognito mode/],
  });
  await page.context().grantPermissions(["notifications"], { origin: portal.url });
  await visit(page, `/users/${timo.id}/notifications`);
  const button = page.getByRole("button", { name: "Auf diesem Gerät einschalten" });
  await button.click();
  await toast(
    page,
    /Der Push-Dienst des Browsers ist nicht erreichbar\. In privaten Fenstern gibt es keinen/,
  ).waitFor();
  expect((await worker(page)).url()).toBe(`${portal.url}/sw.js`);
  await expect.poll(() => button.isEnabled()).toBe(true);
  expect((await (await apiOf(portal, timo)).pushSubscription.state()).devices).toEqual([]);
});
