// @vitest-environment happy-dom
import { queryAllByRole } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { contractListUi } from "../../../app/features/contracts/list-ui.ts";
import { domainListUi } from "../../../app/features/domains/list-ui.ts";
import { websiteListUi } from "../../../app/features/websites/list-ui.ts";
import { RecordList } from "../../../app/records/list/record-list.tsx";
import { contracts } from "../../../contract/contracts/contracts.ts";
import { domains } from "../../../contract/domains/domains.ts";
import { locations } from "../../../contract/locations/locations.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

afterEach(() => vi.unstubAllGlobals());

test("a card counts one thing as one", async () => {
  const office = await openOffice();
  const jana = await office.hire({ name: "Jana Petersen", role: "admin" });
  const api = await office.as(jana);
  const { id: categoryId } = await createRecord(api, "deviceCategory", { name: "Nagelneu" });
  for (const [name, count] of [
    ["Falkenhorst", 1],
    ["Amselnest", 2],
  ] as const) {
    const { id: locationId } = await createRecord(api, "location", { name });
    for (let number = 1; number <= count; number += 1)
      await createRecord(api, "device", { name: `${name} ${number}`, categoryId, locationId });
  }
  const { host } = await openPage(office, jana, <RecordList declaration={locations} ui={{}} />);
  const cards = () => queryAllByRole(host, "row").map((row) => row.textContent ?? "");
  await until(() => expect(cards().some((card) => /Falkenhorst.*1 Gerät(?!e)/.test(card))).toBe(true));
  expect(cards().some((card) => /Amselnest.*2 Geräte/.test(card))).toBe(true);
});

test("a card of a contract says whose it is, without cutting its number to a few letters", async () => {
  const office = await openOffice();
  const jana = await office.hire({ name: "Jana Petersen", role: "admin" });
  const api = await office.as(jana);
  const { id: customerId } = await createRecord(api, "customer", { name: "Energiegenossenschaft Amselgrund eG" });
  await createRecord(api, "contract", { customerId, title: "Hosting", number: "V-2026-001" });
  const { host } = await openPage(office, jana, <RecordList declaration={contracts} ui={contractListUi} />);
  const names = () => queryAllByRole(host, "rowheader").map((name) => name.textContent ?? "");
  await until(() => expect(names()).toHaveLength(1));
  expect(names()[0]).toContain("Energiegenossenschaft Amselgrund eG");
  expect(names()[0]).not.toContain("V-2026-001");
});

test("on a card who is responsible makes way for where a website lies, and for what is missing", async () => {
  const office = await openOffice();
  const jana = await office.hire({ name: "Jana Petersen", role: "admin" });
  const api = await office.as(jana);
  const { id: customerId } = await createRecord(api, "customer");
  const whose = { responsibleUserId: jana.id };
  await createRecord(api, "website", { ...whose, customerId, name: "Amsel", url: "https://www.amsel.example/" });
  const { id: registrarAccountId } = await createRecord(api, "registrarAccount");
  await createRecord(api, "domain", { ...whose, customerId, registrarAccountId, name: "brenner.example" });
  await createRecord(api, "domain", { ...whose, name: "cordes.example" });
  const cardsOf = async (list: Pick<ComponentProps<typeof RecordList>, "declaration" | "ui">, count: number) => {
    const { host } = await openPage(office, jana, <RecordList {...list} />);
    const names = () => queryAllByRole(host, "rowheader").map((name) => name.textContent ?? "");
    await until(() => expect(names()).toHaveLength(count));
    return names();
  };
  const [site] = await cardsOf({ declaration: websites, ui: websiteListUi }, 1);
  expect(site).toContain("www.amsel.example");
  expect(site).not.toContain("Jana Petersen");
  const cards = await cardsOf({ declaration: domains, ui: domainListUi }, 3);
  expect(cards.find((card) => card.includes("brenner.example"))).toContain("Jana Petersen");
  const incomplete = cards.find((card) => card.includes("cordes.example"));
  expect(incomplete).toContain("Kunde fehlt");
  expect(incomplete).not.toContain("Jana Petersen");
});
