import { afterAll, beforeAll, expect, test } from "vitest";
import { askDueRegistrars } from "../../../server/features/registrar-connections/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { readContent } from "../../../server/mail/queue.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { keepToasts, toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";
import { openTestRegistrar, type TestRegistrar } from "../../support/servers/registrars.ts";

let portal: TestPortal;
let chief: Person;
let api: Api;
let registrar: TestRegistrar;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  chief = await portal.hire({ name: "Chef", role: "admin" });
  api = await apiOf(portal, chief);
  const allowedNetworks = ["127.0.0.0/8"];
  await api.setting.update({ section: "network", values: { allowedNetworks }, version: 0 });
  const domain = { since: "2012-05-04", renews: "2031-03-01", locked: true, nameservers: ["ns1.amsel.de"] };
  registrar = await openTestRegistrar("inwx", {
    now: portal.portal.services.now,
    zones: ["nur-zone.de"],
    domains: [
      { ...domain, name: "amsel.de" },
      { ...domain, name: "xn--bcher-kva.de", auto: false },
    ],
  });
});
afterAll(async () => {
  await portal.stop();
  await registrar.close();
});

test("a registrar is connected from the empty list, asked, and its domains are taken over with their dates", async () => {
  await createRecord(api, "registrarAccount", { name: "INWX Hauptkonto" });
  const page = await openBrowser(portal, { person: chief });
  await visit(page, "/domains");
  await page.getByRole("link", { name: /Registrar verbinden/ }).click();
  await page.getByRole("button", { name: "Registrar verbinden" }).click();
  const dialog = page.getByRole("dialog", { name: "Registrar verbinden" });
  await dialog.getByText("noch nicht am echten Dienst erprobt").waitFor();
  await dialog.getByRole("button", { name: "Verbinden" }).click();
  await dialog.getByText("Konto: Pflichtfeld.").waitFor();
  await dialog.getByLabel("Konto").fill("INWX");
  await page.getByRole("option", { name: "INWX Hauptkonto" }).click();
  await dialog.getByLabel("Benutzername").fill("agentur");
  await dialog.getByLabel("Passwort", { exact: true }).fill("richtig");
  await dialog.getByLabel(/^Server/).fill(registrar.receiver.url);
  await dialog.getByRole("button", { name: "Verbinden" }).click();
  await page.getByText("Wird gerade abgefragt").waitFor();
  await askDueRegistrars(portal.portal.services);
  await page.getByText(/2 Domains · 2 nicht im Portal/).waitFor();
  await page.getByRole("link", { name: "INWX Hauptkonto" }).click();
  await page.getByRole("checkbox", { name: "bücher.de anlegen" }).check();
  await page.getByRole("button", { name: "1 Domain anlegen" }).click();
  await page.getByRole("link", { name: "bücher.de" }).click();
  await page.getByRole("heading", { name: "bücher.de" }).waitFor();
  const [created] = (await api.domain.list({})).data;
  expect(created?.values).toMatchObject({ name: "bücher.de", renewsAt: "2031-03-01", autoRenew: false });
  await visit(page, `/domains/${created?.id}/registration`);
  await page.getByRole("heading", { name: "Auskunft von INWX" }).waitFor();
  await page.getByText("Endet am").waitFor();
});

test("a holder checks their data without an account and without scripts, and what is wrong arrives", async () => {
  const { db, vault } = portal.portal.services;
  // Nobody listens there: the mail waits in the queue.
  const values = { host: "127.0.0.1", port: 1, security: "none", fromEmail: "portal@agentur.example" };
  await api.setting.update({ section: "mail", version: 0, values });
  const { id: customerId } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const contact = { customerId, firstName: "Anna", lastName: "Berg", email: "anna@amsel.example" };
  await createRecord(api, "contact", contact);
  const holder = { holderName: "Amsel GmbH", holderEmail: "anna@amsel.example", customerId };
  const { id } = await createRecord(api, "domain", { name: "amsel.example", ...holder });
  await createRecord(api, "domain", { name: "fink.example", ...holder });

  const page = await openBrowser(portal, { person: chief });
  await visit(page, "/domains?q=example");
  await keepToasts(page);
  await page.getByRole("checkbox", { name: /amsel\.example/ }).check();
  await page.getByRole("checkbox", { name: /fink\.example/ }).check();
  await page.getByRole("button", { name: /Inhaberdaten-Mail/ }).click();
  const dialog = page.getByRole("dialog", { name: "Inhaberdaten prüfen lassen" });
  await dialog.getByText("amsel.example, fink.example").waitFor();
  await dialog.getByRole("button", { name: "E-Mail senden" }).click();
  await toast(page, "1 Kunde gefragt").waitFor();

  const mail = await db.selectFrom("mails").selectAll().where("kind", "=", "question").executeTakeFirstOrThrow();
  const link = readContent(mail.contentJson, vault).action?.path ?? "";
  const hasty = await openBrowser(portal, { viewport: phone });
  await visit(hasty, link);
  await hasty.getByRole("button", { name: "Antwort absenden" }).click();
  await expect.poll(() => hasty.getByText("Bitte wählen Sie eine Antwort.").count()).toBe(2);
  await hasty.getByText("Bitte sagen Sie uns, wer antwortet.").waitFor();
  expect(await hasty.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("radio");
  const described = await hasty.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-describedby") ?? "";
    return document.getElementById(id)?.textContent;
  });
  expect(described).toContain("Bitte wählen Sie eine Antwort.");

  const theirs = await openBrowser(portal, { viewport: phone, javaScript: false });
  const opened = await theirs.goto(link);
  expect([opened?.status(), opened?.headers()["x-robots-tag"]]).toEqual([200, "noindex, nofollow"]);
  expect((await api.domain.get({ id })).values.nis2Status).toBe("unchecked");
  const [amsel, fink] = [
    theirs.getByRole("group", { name: "amsel.example" }),
    theirs.getByRole("group", { name: "fink.example" }),
  ];
  await amsel.getByText("Amsel GmbH").waitFor();
  await amsel.getByRole("radio", { name: "Stimmt", exact: true }).check();
  await fink.getByRole("radio", { name: "Stimmt nicht" }).check();
  await fink.getByLabel(/Was stimmt nicht/).fill("Wir heißen Amsel AG");
  await theirs.getByRole("textbox", { name: "Ihr Name" }).fill("Anna Berg");
  await theirs.getByRole("button", { name: "Antwort absenden" }).click();
  await theirs.getByRole("heading", { name: "Danke, das ist notiert" }).waitFor();

  await visit(page, `/domains/${id}/holder`);
  await page.getByText(/Anna Berg hat am .* geantwortet/).waitFor();
  await page.getByText("Daten bestätigt").first().waitFor();
  const again = await fetch(portal.url + link);
  expect(again.status).toBe(404);
  expect(await again.text()).not.toContain("Amsel GmbH");
});
