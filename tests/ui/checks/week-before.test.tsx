// @vitest-environment happy-dom
import { findByRole, queryByText } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AvailabilityTab } from "../../../app/features/checks/availability-tab.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { click, press } from "../../support/browser/render.tsx";
import { type CheckOffice, openCheckOffice } from "../../support/check-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const hourS = 3600;
const dayS = 24 * hourS;
const answersIn = (total: number) => ({ outcome: "ok", phases: { total } }) as const;

let office: Office;
let checks: CheckOffice;
let person: Person;
let api: Api;
let id: string;

/** A website that takes three times as long as it did a week ago. */
beforeEach(async () => {
  // happy-dom has no canvas; what is drawn on it is not looked at here.
  const nothing: unknown = new Proxy(() => nothing, {
    get: (_, name) => (name === "width" ? 8 : nothing),
    set: () => true,
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(() => nothing as CanvasRenderingContext2D);
  vi.stubGlobal(
    "Path2D",
    class {
      moveTo() {}
      lineTo() {}
      rect() {}
      closePath() {}
    },
  );
  office = await openOffice();
  checks = openCheckOffice(office);
  person = await office.hire({ role: "admin" });
  api = await office.as(person);
  id = (await createRecord(api, "website", { url: "http://amsel.test/", lifecycle: "live" })).id;
  checks.set("amsel.test", answersIn(100));
  await checks.pass(7 * dayS, hourS);
  checks.set("amsel.test", answersIn(300));
  await checks.pass(dayS, hourS);
  checks.store.rollUp.rollUp(office.services.now().getTime() / 1000, 1000);
});
afterEach(async () => {
  await checks.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a day is compared with the same day a week before, in the line and in what is read of it", async () => {
  const record = await api.website.get({ id });
  const { host } = await openPage(office, person, <AvailabilityTab record={record} />);
  const chart = await findByRole(host, "slider", { name: /^Antwortzeit/ });
  const readAll = async () => {
    chart.focus();
    const said: string[] = [];
    for (let left = 30; left > 0; left -= 1) {
      said.push(chart.getAttribute("aria-valuetext") ?? "");
      await press("{ArrowLeft}");
    }
    return said.filter((text) => text.includes("Gesamt 300"));
  };
  expect((await readAll()).some((text) => text.includes("Woche davor"))).toBe(false);
  expect(queryByText(host, "Woche davor")).toBeNull();

  await click(await findByRole(host, "checkbox", { name: "Mit der Woche davor vergleichen" }));
  await vi.waitFor(() => expect(queryByText(host, "Woche davor")).not.toBeNull());
  const said = await readAll();
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter((text) => !/Gesamt 300.ms, Woche davor 100.ms/.test(text))).toEqual([]);

  await click(await findByRole(host, "radio", { name: "30 T" }));
  await vi.waitFor(() => expect(queryByText(host, "Mit der Woche davor vergleichen")).toBeNull());
  expect(queryByText(host, "Woche davor")).toBeNull();
});
