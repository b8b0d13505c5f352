// @vitest-environment happy-dom
import { queryByRole, queryByText } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { TermTab } from "../../../app/features/terms/term-tab.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let maren: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await office.as(maren);
});
afterEach(() => vi.unstubAllGlobals());

const openTab = async (id: string, person: Person = maren) =>
  openPage(
    office,
    person,
    <>
      <TermTab record={await (await office.as(person)).contract.get({ id })} />
      <ModalHost />
    </>,
  );
const aContract = async () => {
  const body = { startAt: "2026-01-01", endAt: "2027-12-31", periodMonths: 12, noticeMonths: 3, priceCents: 12_000 };
  return (await createRecord(api, "contract", body)).id;
};

test("the periods of a record stand there with what was decided, and a cancellation changes them", async () => {
  const id = await aContract();
  const { host } = await openTab(id);
  await until(() => expect(queryByText(host, "01.01.2027 bis 31.12.2027")).not.toBeNull());
  expect(host.textContent).toContain("kündbar bis 30.09.2027");
  expect(host.textContent).toContain("Verkauf 120,00");
  await click(button(host, "Kündigen …"));
  const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;
  await until(() => expect(queryByRole(dialog(), "button", { name: "Gekündigt" })).not.toBeNull());
  await click(button(dialog(), "Gekündigt"));
  await until(() => expect(queryByText(host, "Gekündigt zum 31.12.2027")).not.toBeNull());
  expect(host.textContent).toContain("entschieden von Maren Ahlers");
  expect((await api.contract.get({ id })).values).toMatchObject({ status: "cancelled", endAt: "2027-12-31" });
});

test("who may not see prices is shown none, and who may not edit is offered nothing", async () => {
  const id = await aContract();
  const member = await openTab(id, await office.hire({ name: "Jana Petersen" }));
  await until(() => expect(queryByText(member.host, "01.01.2027 bis 31.12.2027")).not.toBeNull());
  expect(member.host.textContent).not.toContain("120,00");
  expect(queryByRole(member.host, "button", { name: "Preis ab …" })).toBeNull();
  expect(queryByRole(member.host, "button", { name: "Verlängert" })).not.toBeNull();
  const reader = await openTab(id, await office.hire({ name: "Timo Brandt", role: "readonly" }));
  await until(() => expect(queryByText(reader.host, "01.01.2027 bis 31.12.2027")).not.toBeNull());
  expect(queryByRole(reader.host, "button")).toBeNull();
});
