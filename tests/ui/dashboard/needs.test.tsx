// @vitest-environment happy-dom
import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { DueList } from "../../../app/features/dashboard/needs/due-list.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
});

const press = (key: string) =>
  act(() => {
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
const until = (check: () => void) => waitFor(check, { timeout: 4000 });
const here = () => document.activeElement?.textContent ?? "";

test("keys walk through the rows and finish them, the next row has the focus, until nothing is left", async () => {
  const mine = { responsibleUserId: jana.id };
  await createRecord(api, "device", { name: "Bussard 3", warrantyUntil: "2026-11-30", ...mine });
  await createRecord(api, "domain", {
    ...{ name: "amsel.example", renewsAt: "2026-11-25", renewDecision: "keep", noticeDays: 0, ...mine },
  });
  await api.task.create({ title: "Lager aufräumen", assigneeUserId: jana.id });
  const { host } = await openPage(office, jana, <DueList choice={{ whose: "mine", limit: 10 }} />);
  const titles = () => [...host.querySelectorAll("[data-need] [data-need-link] .text-row")].map((e) => e.textContent);
  await until(() => expect(titles()).toEqual(["amsel.example", "Bussard 3", "Lager aufräumen"]));
  press("j");
  expect(here()).toContain("amsel.example");
  press("j");
  expect(here()).toContain("Bussard 3");
  press("k");
  expect(here()).toContain("amsel.example");
  press("e");
  await until(() => expect(titles()).toEqual(["Bussard 3", "Lager aufräumen"]));
  await until(() => expect(here()).toContain("Bussard 3"));
  press("e");
  await until(() => expect(titles()).toEqual(["Lager aufräumen"]));
  await until(() => expect(here()).toContain("Lager aufräumen"));
  press("e");
  await until(() => expect(host.textContent).toContain("Keine offenen Punkte für dich."));
  expect((await api.dashboard.due({})).summary.mine.total).toBe(0);
});
