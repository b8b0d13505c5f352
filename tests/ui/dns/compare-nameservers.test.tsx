// @vitest-environment happy-dom
import { fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { CompareNameserversDialog } from "../../../app/features/dns/compare-nameservers-dialog.tsx";
import { openPage } from "../../support/browser/office-page.tsx";
import { screen } from "../../support/browser/render.tsx";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

test("domains are compared with the name servers that most of them have, and with others that somebody types", async () => {
  const office = await openOffice();
  const jana = await office.hire({ role: "admin" });
  const api = await office.as(jana);
  const domainIds: string[] = [];
  for (const [name, nameservers] of [
    ["amsel.example", ["ns1.alt.example"]],
    ["boehm.example", ["ns1.alt.example"]],
    ["fink.example", ["ns1.neu.example"]],
    ["star.example", []],
  ] as const)
    domainIds.push((await createRecord(api, "domain", { name, nameservers: [...nameservers] })).id);
  const controls = { open: true, onOpenChange: () => undefined, close: () => undefined };
  await openPage(office, jana, <CompareNameserversDialog domainIds={domainIds} {...controls} />);
  await until(() => expect(screen.getByText("2 gleich · 1 anders · 1 unbekannt")).toBeDefined());
  expect(screen.getByRole("list", { name: "Domains mit anderen Nameservern" }).textContent).toBe(
    "fink.examplens1.neu.example",
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>("Nameserver");
  expect(field.value).toBe("ns1.alt.example");
  fireEvent.change(field, { target: { value: "ns1.neu.example" } });
  await until(() => expect(screen.getByText("1 gleich · 2 anders · 1 unbekannt")).toBeDefined());
  fireEvent.change(field, { target: { value: "kein Name" } });
  await until(() => expect(screen.getByText(/Kein gültiger Hostname/)).toBeDefined());
  expect(screen.queryByRole("list", { name: /Domains/ })).toBeNull();
});
