// @vitest-environment happy-dom
import { useEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { AskOwnersDialog } from "../../../app/features/customer-questions/ask-owners-dialog.tsx";
import { useToasts } from "../../../app/lib/dialogs/toasts.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;
const told: string[] = [];

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  api = await office.as(jana);
  told.length = 0;
});

function Listener() {
  const toasts = useToasts();
  useEffect(() => {
    told.push(...toasts.map(({ title }) => title));
  }, [toasts]);
  return null;
}

async function aCustomer(name: string, email: string | null): Promise<string> {
  const { id: customerId } = await createRecord(api, "customer", { name });
  if (email) await createRecord(api, "contact", { customerId, firstName: "Anna", lastName: "Berg", email });
  return customerId;
}
const aDomain = async (name: string, customerId: string | null, renewsAt: string | null = "2027-01-10") =>
  (await createRecord(api, "domain", { name, customerId, renewsAt })).id;

const dialog = () => document.querySelector<HTMLElement>("[role=dialog]") as HTMLElement;
const open = (domainIds: string[]) =>
  openPage(
    office,
    jana,
    <>
      <Listener />
      <AskOwnersDialog domainIds={domainIds} open onOpenChange={() => undefined} close={() => undefined} />
    </>,
  );

test("a selection of domains is put to the customers whose they are, and about nothing else", async () => {
  const customerId = await aCustomer("Weingut Amsel", "anna@amsel.example");
  const [first, second] = [await aDomain("frage-1.example", customerId), await aDomain("frage-2.example", customerId)];
  await aDomain("frage-3.example", customerId);
  const silent = await aDomain("still.example", await aCustomer("Stumm GmbH", null));
  const [nobodys, dateless] = [await aDomain("frei.example", null), await aDomain("ohne.example", customerId, null)];
  await open([first, second, silent, nobodys, dateless]);
  await until(() => expect(dialog().querySelectorAll("li")).toHaveLength(2));
  const [mute, amsel] = [...dialog().querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
  expect(amsel).toContain("frage-1.example (bis 10.01.2027), frage-2.example");
  expect(amsel).not.toContain("frage-3");
  expect(amsel).toContain("anna@amsel.example");
  expect(mute).toContain("Niemand mit E-Mail-Adresse.");
  expect(dialog().textContent).toContain("1 ohne Kunde, 1 schon entschieden oder ohne Datum.");
});

test("many customers are asked one after the other, counted while they are; who is refused holds up no one", async () => {
  const admin = await office.as(await office.hire({ role: "admin" }));
  const values = { host: "mail.example", fromEmail: "portal@agentur.example" };
  await admin.setting.update({ section: "mail", values, version: 0 });
  const domainIds: string[] = [];
  const customers: string[] = [];
  for (const number of [1, 2, 3]) {
    customers.push(await aCustomer(`Kunde ${number}`, `anna@kunde-${number}.example`));
    domainIds.push(await aDomain(`frage-${number}.example`, customers.at(-1) ?? ""));
  }
  await open(domainIds);
  await until(() => expect(dialog().textContent).toContain("3 Fragen senden"));
  await api.term.decide({ type: "domain", id: domainIds[1] ?? "", decision: "keep", version: 1 });
  const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await click(button(dialog(), "3 Fragen senden"));
  await until(() => expect(told).toContain("2 Kunden gefragt, 1 fehlgeschlagen"));
  silenced.mockRestore();
  for (const count of ["0 von 3", "1 von 3", "2 von 3"]) expect(told).toContain(`${count} Kunden gefragt …`);
  const asked = await office.services.db
    .selectFrom("customerQuestions")
    .select("customerId")
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  expect(asked.map(({ customerId }) => customerId)).toEqual([customers[0], customers[2]]);
});
