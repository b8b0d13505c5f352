import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { readContent } from "../../../server/mail/queue.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

test("a customer is asked, answers without an account, and the decision carries their name", async () => {
  const { db, vault, now } = portal.portal.services;
  const chief = await apiOf(portal, await portal.hire({ name: "Chef", role: "admin" }));
  // Nobody listens there: the mail waits in the queue.
  const values = { host: "127.0.0.1", port: 1, security: "none", fromEmail: "portal@agentur.example" };
  await chief.setting.update({ section: "mail", version: 0, values });
  const jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
  const api = await apiOf(portal, jana);
  const { id: customerId } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const contact = { customerId, firstName: "Anna", lastName: "Berg", email: "anna@amsel.example" };
  await createRecord(api, "contact", contact);
  const renewsAt = addDays(portalDate(now()), 40);
  const { id: domainId } = await createRecord(api, "domain", { name: "amsel.example", customerId, renewsAt });

  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/customers/${customerId}`);
  await page.getByRole("button", { name: "Kunden fragen …" }).click();
  const dialog = page.getByRole("dialog", { name: "Kunden fragen" });
  await dialog.getByRole("checkbox", { name: /amsel\.example/ }).waitFor();
  await dialog.getByRole("button", { name: "Frage senden" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Wartet auf Antwort").waitFor();

  const mail = await db.selectFrom("mails").selectAll().where("kind", "=", "question").executeTakeFirstOrThrow();
  const link = readContent(mail.contentJson, vault).action?.path ?? "";
  const customer = await openBrowser(portal, { viewport: phone, javaScript: false });
  const opened = await customer.goto(link);
  expect([opened?.status(), opened?.headers()["x-robots-tag"]]).toEqual([200, "noindex, nofollow"]);
  expect(await customer.locator("meta[name=robots]").getAttribute("content")).toBe("noindex, nofollow");
  expect((await api.domain.get({ id: domainId })).values.renewDecision).toBe("open");
  await customer.getByRole("radio", { name: "Kündigen" }).check();
  await customer.getByRole("textbox", { name: "Ihr Name" }).fill("Anna Berg");
  await customer.getByRole("button", { name: "Antwort absenden" }).click();
  await customer.getByRole("heading", { name: "Danke, das ist notiert" }).waitFor();

  expect((await api.domain.get({ id: domainId })).values.renewDecision).toBe("cancel");
  await visit(page, `/customers/${customerId}`);
  await page.getByText("Anna Berg hat am").waitFor();
  const decided = await db.selectFrom("terms").select("decidedByName").where("targetId", "=", domainId).execute();
  expect(decided.map(({ decidedByName }) => decidedByName)).toContain("Anna Berg");
  const again = await fetch(portal.url + link);
  expect(again.status).toBe(404);
  expect(await again.text()).not.toContain("amsel");
});
