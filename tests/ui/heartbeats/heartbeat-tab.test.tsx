// @vitest-environment happy-dom
import { findByLabelText, findByRole, queryAllByRole, queryByRole, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { HeartbeatTab } from "../../../app/features/heartbeats/heartbeat-tab.tsx";
import { receiveReport } from "../../../server/features/heartbeats/receive.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let chief: Person;
let admin: Api;
let record: { type: "host"; id: string; archivedAt: null };

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin" });
  admin = await office.as(chief);
  record = { type: "host", id: (await createRecord(admin, "host")).id, archivedAt: null };
});

test("an admin sets a heartbeat up and gets its URL and the line to copy, once", async () => {
  const user = userEvent.setup({ document });
  const { host } = await openPage(office, chief, <HeartbeatTab record={record} />);
  await until(() => expect(host.textContent).toContain("Hier meldet sich noch nichts."));
  await user.click(await findByRole(host, "button", { name: "Herzschlag einrichten" }));
  const dialog = await findByRole(document.body, "dialog");
  await user.click(within(dialog).getByRole("button", { name: "Einrichten" }));
  await until(() => expect(dialog.textContent).toContain("Bezeichnung: Pflichtfeld."));
  await user.type(await findByLabelText(dialog, "Bezeichnung"), "Auslastung");
  await user.click(within(dialog).getByRole("button", { name: "Einrichten" }));
  const url = (await findByLabelText(document.body, "Adresse")) as HTMLInputElement;
  expect(url.value).toMatch(/\/api\/push\/[\w-]{43}$/);
  expect(document.body.textContent).toContain("/api/v1/push/host/");
  await user.click(within(document.body).getByRole("button", { name: "Eingetragen" }));
  await until(() => expect(queryByRole(host, "listitem")?.textContent).toContain("Wartet auf die erste Meldung"));
  expect(document.body.innerHTML).not.toContain(url.value.slice(-30));
});

test("what has reported says how it is; whoever is no admin may only look", async () => {
  const made = await admin.heartbeat.create({
    target: { type: "host", id: record.id },
    kind: "server",
    label: "Auslastung",
    everySeconds: 300,
  });
  await receiveReport(office.services, made.url.slice(made.url.lastIndexOf("/") + 1), { disk: "63", load: "0.5" });
  const jana = await office.hire({ name: "Jana Petersen" });
  const { host } = await openPage(office, jana, <HeartbeatTab record={record} />);
  await until(() => expect(queryByRole(host, "listitem")?.textContent).toContain("In Ordnung"));
  expect(queryByRole(host, "listitem")?.textContent).toContain("Festplatte 63 % · Last 0,50");
  expect(queryByRole(host, "listitem")?.textContent).toContain("alle 5 Minuten");
  expect(queryAllByRole(host, "button")).toEqual([]);
});
