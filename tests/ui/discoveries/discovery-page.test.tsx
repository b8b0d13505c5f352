// @vitest-environment happy-dom
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { DiscoverStart } from "../../../app/features/discoveries/discover-start.tsx";
import { DiscoveryPage, pollMs } from "../../../app/features/discoveries/discovery-page.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { runDiscoveries } from "../../../server/features/discoveries/run.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { openSiteInternet, type SiteInternet, startPage } from "../../support/discoveries/site-internet.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let internet: SiteInternet;
let jana: Person;
let member: Api;
beforeEach(async () => {
  office = await openOffice();
  internet = await openSiteInternet();
  jana = await office.hire();
  member = await office.as(jana);
});
afterEach(() => internet.close());

const run = () => runDiscoveries(office.services, internet.tools);
async function look(...urls: string[]) {
  for (const name of urls.filter((url) => url.startsWith("da")))
    internet.sites.set(name, { pages: { "*": startPage(name) } });
  const { id } = await member.discovery.create({ urls });
  await run();
  return id;
}
const show = async (id: string) => {
  const page = await openPage(
    office,
    jana,
    <>
      <DiscoveryPage id={id} />
      <ModalHost />
    </>,
  );
  await until(() => expect(page.host.textContent).toContain("Ergebnis der Prüfung"));
  return page;
};
const input = (host: HTMLElement, value: string) =>
  [...host.querySelectorAll("input")].find((field) => field.value === value);

test("an address is checked again, and keeps what was corrected in its row", async () => {
  const id = await look("da.example", "weg.example");
  const { host, calls } = await show(id);
  await click(button(host, "weg.example: Ergebnisse und Angaben"));
  const name = input(host, "weg.example");
  if (!name) throw new Error("no field for the name");
  await userEvent.clear(name);
  await userEvent.type(name, "Meine Website");
  await click(button(host, "Meine Website erneut prüfen"));
  await until(() => expect(host.textContent).toContain("Wird geprüft"));
  const { urls } = await member.discovery.get({ id });
  expect(calls.find(({ path }) => path === "discovery.retry")?.input).toEqual({ id, urlIds: [urls[1]?.id] });
  expect(urls.map(({ state }) => state)).toEqual(["done", "waiting"]);
  expect(input(host, "Meine Website")).toBeDefined();
  expect(host.querySelector('[aria-label="Meine Website erneut prüfen"]')).toBeNull();
});

test("all with failures are checked again at once", async () => {
  const id = await look("weg1.example", "weg2.example");
  const { host } = await show(id);
  await click(button(host, "2 mit Fehlern erneut prüfen"));
  await until(async () => expect((await member.discovery.get({ id })).done).toBe(0));
});

test("a page whose discovery is discarded does not ask for it any more", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const page = await show(await look("da.example"));
  const asked = () => page.calls.filter(({ path }) => path === "discovery.get").length;
  vi.advanceTimersByTime(pollMs);
  await until(() => expect(asked()).toBeGreaterThan(1));
  const repeating = vi.getTimerCount();
  await click(button(page.host, "Verwerfen …"));
  await until(() => expect(document.body.textContent).toContain("Prüfung verwerfen?"));
  await click(button(document.body, "Verwerfen"));
  await until(() => expect(page.pathname()).toBe("/discover"));
  // The router is there a moment before the page has heard that it asks no more.
  await until(() => expect(vi.getTimerCount()).toBeLessThan(repeating));
  const askedBefore = asked();
  vi.advanceTimersByTime(2 * pollMs);
  await click(page.host);
  expect(asked()).toBe(askedBefore);
});

test("a discovery is discarded on its page, once that is confirmed", async () => {
  const first = await look("da1.example");
  const second = await look("da2.example");
  const page = await show(first);
  await click(button(page.host, "Verwerfen …"));
  await until(() => expect(document.body.textContent).toContain("Prüfung verwerfen?"));
  expect((await member.discovery.list({})).map(({ id }) => id)).toContain(first);
  await click(button(document.body, "Verwerfen"));
  await until(() => expect(page.pathname()).toBe("/discover"));
  expect((await member.discovery.list({})).map(({ id }) => id)).toEqual([second]);
});

test("a discovery is discarded in the list, once that is confirmed", async () => {
  await look("da2.example");
  const list = await openPage(
    office,
    jana,
    <>
      <DiscoverStart />
      <ModalHost />
    </>,
  );
  await until(() => expect(list.host.textContent).toContain("da2.example"));
  await click(button(list.host, "Prüfung von da2.example verwerfen …"));
  await until(() => expect(document.body.textContent).toContain("Prüfung verwerfen?"));
  expect(await member.discovery.list({})).toHaveLength(1);
  await click(button(document.body, "Verwerfen"));
  await until(async () => expect(await member.discovery.list({})).toEqual([]));
});
