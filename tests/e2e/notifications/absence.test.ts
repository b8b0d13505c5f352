import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, portalTime } from "../../../contract/time/portal-time.ts";
import { transact } from "../../../server/db/transact.ts";
import { toContext } from "../../../server/http/request-context.ts";
import { notify } from "../../../server/notifications/notify.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { keepToasts } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

/** As a feature does that asks somebody for something. */
function ask({ id: forUserId }: { id: string }): Promise<void> {
  const context = toContext(portal.portal.services, { signedIn: undefined, requestId: "test", ip: "127.0.0.1" });
  return transact(context, (tx) =>
    notify(tx, {
      forUserId,
      title: "Bitte prüfen",
      message: "Stimmt das noch?",
      category: "wiki",
      asksForAction: true,
    }),
  );
}

test("who goes away names a deputy, who is told what asks for action, and colleagues see it", async () => {
  const tag = crypto.randomUUID().slice(0, 8);
  const [jana, timo] = [await portal.hire({ name: `Jana ${tag}` }), await portal.hire({ name: `Timo ${tag}` })];
  const until = addDays(portalTime(new Date()).day, 7);
  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/users/${jana.id}/notifications`);
  await page.getByLabel("Abwesend bis").fill(until);
  const deputy = page.getByRole("combobox", { name: "Vertretung" });
  await deputy.fill(timo.name);
  await page.getByRole("option", { name: timo.name }).click();
  await expect.poll(() => deputy.inputValue()).toBe(timo.name);
  await page.getByRole("region", { name: "Abwesenheit" }).getByRole("button", { name: "Speichern" }).click();
  await page.getByText(`${timo.name} vertritt dich.`).waitFor();

  const colleague = await openBrowser(portal, { person: timo });
  await visitLive(colleague, `/users/${jana.id}`);
  const [year = "", month, day] = until.split("-");
  await colleague.getByText(`Abwesend bis ${day}.${month}.${year.slice(2)}, Vertretung: ${timo.name}`).waitFor();
  const bell = (words: string) => colleague.getByRole("button", { name: `Benachrichtigungen, ${words}` });
  await bell("1 ungelesen").waitFor();
  await ask(jana);
  await bell("2 ungelesen").click();
  const panel = colleague.getByRole("dialog", { name: "Benachrichtigungen" });
  await panel.getByText(`In Vertretung für ${jana.name}`).waitFor();
  await panel.getByText(`Du vertrittst ${jana.name}`).waitFor();

  await page.getByRole("button", { name: "Wieder da" }).click();
  await page.getByText("Solange du weg bist, kommen weder E-Mails noch Live-Hinweise.", { exact: false }).waitFor();
  await ask(jana);
  const { db } = portal.portal.services;
  const told = await db.selectFrom("notifications").select("title").where("forUserId", "=", timo.id).execute();
  expect(told.map(({ title }) => title).sort()).toEqual(["Bitte prüfen", `Du vertrittst ${jana.name}`]);
});

test("the working days and holidays of an agency are chosen with the keyboard alone", async () => {
  const page = await openBrowser(portal, { person: await portal.hire({ role: "admin" }) });
  await visit(page, "/settings/general");
  await keepToasts(page);
  const days = page.getByRole("group", { name: "Arbeitstage" });
  const saturday = days.getByRole("checkbox", { name: "Samstag" });
  await saturday.focus();
  const wasOn = await saturday.isChecked();
  await saturday.press("Space");
  const holidays = page.getByRole("combobox", { name: "Feiertage" });
  await holidays.focus();
  await holidays.selectOption(wasOn ? "Hessen" : "Sachsen");
  await page.getByText("Die nächsten: ").waitFor();
  await page.getByRole("button", { name: "Speichern" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Gespeichert.").first().waitFor();
  await visit(page, "/settings/general");
  await expect.poll(() => saturday.isChecked()).toBe(!wasOn);
  await expect.poll(() => holidays.inputValue()).toBe(wasOn ? "hessen" : "sachsen");
});
