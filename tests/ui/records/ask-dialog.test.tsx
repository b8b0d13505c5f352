// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { AskDialog } from "../../../app/features/customer-questions/ask-dialog.tsx";
import { openPage } from "../../support/browser/office-page.tsx";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

test("a selection of domains is put to the customer whose they are, and about nothing else", async () => {
  const office = await openOffice();
  const jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  const api = await office.as(jana);
  const { id: customerId } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  await createRecord(api, "contact", { customerId, firstName: "Anna", lastName: "Berg", email: "anna@amsel.example" });
  const domainIds: string[] = [];
  for (const name of ["frage-1.example", "frage-2.example", "frage-3.example"])
    domainIds.push((await createRecord(api, "domain", { name, customerId, renewsAt: "2027-01-10" })).id);
  const controls = { open: true, onOpenChange: () => undefined, close: () => undefined };
  await openPage(office, jana, <AskDialog asked={{ domainIds: domainIds.slice(0, 2) }} {...controls} />);
  const named = () =>
    [...document.querySelectorAll("[role=dialog] li")].map((item) => /^[^,]+/.exec(item.textContent ?? "")?.[0]).sort();
  await waitFor(() => expect(named()).toEqual(["frage-1.example", "frage-2.example"]), { timeout: 4000 });
  expect(document.querySelector("[role=dialog] select")?.textContent).toContain("anna@amsel.example");
});
