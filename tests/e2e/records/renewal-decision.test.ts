import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let jana: Person;

beforeAll(async () => {
  const env = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: "ein sehr langes Passwort" };
  portal = await startTestPortal({ pages: "built", env });
  jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
});
afterAll(() => portal.stop());

async function register(name: string) {
  const api = await apiOf(portal, jana);
  const renewsAt = addDays(portalDate(new Date()), 33);
  return api.domain.create({ body: { name, renewsAt, noticeDays: 30, periodMonths: 12 } });
}

test("a domain that renews soon asks, and is kept with one press", async () => {
  const { id } = await register("fährblick.de");
  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/domains/${id}`);
  const question = page.getByRole("region", { name: "Entscheidung offen" });
  await question.getByText("Entscheidung offen: Behalten oder kündigen?").waitFor();
  await question.getByText(/^Verlängert sich am .* um ein Jahr\. Kündbar bis \w+(?:tag|woch)/).waitFor();
  await page.getByText(/Für \.de veröffentlicht die Registry kein Ablaufdatum\./).waitFor();
  await question.getByRole("button", { name: "Behalten" }).click();
  await question.waitFor({ state: "detached" });
  const api = await apiOf(portal, jana);
  await expect.poll(async () => (await api.domain.get({ id })).values.renewDecision).toBe("keep");
});

test("a decision that comes after somebody else's change says so and can be made again", async () => {
  const { id } = await register("amsel.example");
  const page = await openBrowser(portal, { person: jana, expected: [/^409 POST/, /<< mutation/] });
  await visit(page, `/domains/${id}`);
  const question = page.getByRole("region", { name: "Entscheidung offen" });
  await question.waitFor();
  // Somebody else is faster by the time that the press takes to arrive.
  const change = () =>
    portal.portal.services.db.updateTable("domains").set({ version: 2 }).where("id", "=", id).execute();
  await page.route(/domain\.update/, async (route) => change().then(() => route.continue()), { times: 1 });
  await question.getByRole("button", { name: "Kündigen" }).click();
  await question.getByText(/^Dieser Eintrag wurde inzwischen von/).waitFor();
  await question.getByRole("button", { name: "Neu laden" }).click();
  await expect.poll(() => question.getByRole("alert").count()).toBe(0);
  await question.getByRole("button", { name: "Kündigen" }).click();
  await question.waitFor({ state: "detached" });
});

test("prices and holders are for maintainers, also by the address of their tab", async () => {
  const { id } = await register("drossel.example");
  const api = await apiOf(portal, jana);
  const body = { costCents: 1140, priceCents: 2900, holderName: "Anna Amsel" };
  await api.domain.update({ params: { id }, body });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/domains/${id}/costs`);
  await page.getByText("17,60 €").first().waitFor();
  const member = await openBrowser(portal, { person: await portal.hire(), expected: [/^404 GET/] });
  await visit(member, `/domains/${id}/holder`);
  await member.getByText("Angaben zum Inhaber sehen nur Betreuer und Admins.").waitFor();
  await expect.poll(() => member.getByText("Anna Amsel").count()).toBe(0);
  await expect.poll(() => member.getByRole("link", { name: "Kosten" }).count()).toBe(0);
  await member.goto(`/domains/${id}/costs`);
  await expect.poll(() => member.getByText("17,60 €").count()).toBe(0);
});
