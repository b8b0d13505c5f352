// @vitest-environment happy-dom
import { queryAllByRole } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { RecordList } from "../../../app/records/list/record-list.tsx";
import { contracts } from "../../../contract/contracts/contracts.ts";
import { locations } from "../../../contract/locations/locations.ts";
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
  const { host } = await openPage(office, jana, <RecordList declaration={locations} />);
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
  const { host } = await openPage(office, jana, <RecordList declaration={contracts} />);
  const names = () => queryAllByRole(host, "rowheader").map((name) => name.textContent ?? "");
  await until(() => expect(names()).toHaveLength(1));
  expect(names()[0]).toContain("Energiegenossenschaft Amselgrund eG");
  expect(names()[0]).not.toContain("V-2026-001");
});
