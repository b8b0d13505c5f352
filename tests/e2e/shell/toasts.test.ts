import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Signal } from "../../../server/live/publisher.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser } from "../../support/browser/browser.ts";
import { stepUntil, stopClock } from "../../support/browser/clock.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const region = (page: Page) => page.getByRole("region", { name: /^Hinweise/ });
const toasts = (page: Page) => region(page).getByRole("status");
const publish = (...signals: Signal[]) => portal.portal.services.live.publish(signals);

const staying = ({ id }: Person, title: string) =>
  ({ event: "newFeedback", payload: { feedback: { id: title, title } }, toUserId: id }) as const;
const passing = ({ id }: Person, name: string) =>
  ({ event: "updateTags", payload: { website: { id: name, name } }, toUserId: id }) as const;

/** A person whose browser hears what happens. */
async function open({ hasClock = false } = {}): Promise<{ page: Page; person: Person }> {
  const person = await portal.hire({ name: "Jana Petersen" });
  const page = await openBrowser(portal, { person });
  if (hasClock) await page.clock.install();
  await visitLive(page, "/");
  return { page, person };
}

test("at most five toasts show; the others wait until there is room", async () => {
  const { page, person } = await open();
  await publish(...["A", "B", "C", "D", "E", "F", "G"].map((title) => staying(person, `Meldung ${title}`)));
  await expect.poll(() => toasts(page).count()).toBe(5);
  expect(await toasts(page).filter({ hasText: "Meldung F" }).count()).toBe(0);
  await toasts(page).filter({ hasText: "Meldung A" }).getByRole("button", { name: "Schließen" }).click();
  await toasts(page).filter({ hasText: "Meldung F" }).waitFor();
  await expect.poll(() => toasts(page).count()).toBe(5);
});

test("toasts stand at the bottom right, 440 px wide and never higher than 200 px", async () => {
  const { page, person } = await open();
  const feedback = { id: "lang", title: "Sehr ausführlich. ".repeat(60) };
  await publish({ event: "newFeedback", payload: { feedback }, toUserId: person.id });
  const toast = toasts(page).first();
  await expect.poll(async () => Math.round((await toast.boundingBox())?.height ?? 0)).toBe(200);
  const box = await toast.boundingBox();
  expect(box?.width).toBe(440);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1440 - 20);
  await expect.poll(async () => Math.round((await toast.boundingBox())?.y ?? 0)).toBe(900 - 20 - 200);
});

test("the time of a toast stands still while it is pointed at, and then ends by itself", async () => {
  const { page, person } = await open({ hasClock: true });
  // A busy machine may take longer to point at it than it stays.
  await stopClock(page);
  await publish(passing(person, "Weingut Amsel"));
  const toast = toasts(page).filter({ hasText: "Tags von Weingut Amsel wurden aktualisiert." });
  await stepUntil(page, 5, () => toast.count(), 1);
  await toast.hover();
  await page.clock.resume();
  const left = () => toast.evaluate((card) => (card.lastElementChild as HTMLElement).style.transform);
  let before: string | undefined;
  const standsStill = async () => {
    const now = await left();
    const isSame = now === before;
    before = now;
    return isSame;
  };
  await expect.poll(standsStill, { interval: 250 }).toBe(true);
  await page.mouse.move(400, 300);
  await expect.poll(async () => (await left()) === before).toBe(false);
  await toast.waitFor({ state: "detached" });
});

test("what a person has to see stays until they close it", async () => {
  const { page, person } = await open();
  await page.clock.install();
  await publish(staying(person, "Bleibt stehen"), passing(person, "Weingut Amsel"));
  await expect.poll(() => toasts(page).count()).toBe(2);
  await page.clock.runFor(20_000);
  await expect.poll(() => toasts(page).count()).toBe(1);
  await toasts(page).getByRole("button", { name: "Schließen" }).click();
  await page.clock.runFor(1000);
  await expect.poll(() => toasts(page).count()).toBe(0);
});

test("a toast leaves within 250 ms", async () => {
  const { page, person } = await open();
  await publish(staying(person, "Suche findet Umlaute nicht"));
  const toast = toasts(page);
  // Read as soon as it is told to leave: a busy browser may draw no frame of it, and then no animation starts.
  const leaving = await toast.evaluateHandle((card) => ({
    animation: new Promise<string>((resolve) =>
      new MutationObserver(() => resolve(getComputedStyle(card).animation)).observe(card, {
        attributeFilter: ["data-state"],
      }),
    ),
  }));
  await toast.getByRole("button", { name: "Schließen" }).click();
  expect(await leaving.evaluate(({ animation }) => animation)).toMatch(/^0\.25s .*fade-out/);
  await toast.waitFor({ state: "detached" });
});
