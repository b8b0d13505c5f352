// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { NetworkTab } from "../../../app/features/addresses/network-tab.tsx";
import { PhpValue } from "../../../app/features/hosts/php-value.tsx";
import type { PortAnswer } from "../../../contract/addresses/addresses.ts";
import type { Api } from "../../../server/features/router.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let api: Api;
beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

test("a host says of each of its versions of PHP how long it is supported; a list does not", async () => {
  const { id } = await createRecord(api, "host", { phpVersions: ["7.4", "8.4"] });
  const record = await api.host.get({ id });
  const reader = await office.hire({ role: "readonly" });
  const { host } = await openPage(office, reader, <PhpValue record={record} variant="page" />);
  expect(await screen.findByText("Ohne Support seit 28.11.2022")).toBeTruthy();
  expect(host.textContent).toContain("unterstützt bis 31.12.2028");
  const cell = await openPage(office, reader, <PhpValue record={record} variant="cell" />);
  expect(cell.host.textContent).toBe("7.4+1");
});

test("a panel is named with its version where its login page said so, and guessed by a port of its own alone", async () => {
  const { id } = await createRecord(api, "host", { ips: ["192.0.2.80"], scansPorts: true });
  const open: PortAnswer["open"] = [
    { ip: "192.0.2.80", port: 8080 },
    { ip: "192.0.2.80", port: 8443, panel: { name: "Plesk", version: "18.0.52" } },
    { ip: "192.0.2.80", port: 10000 },
  ];
  const at = office.services.now().toISOString();
  await office.services.db
    .insertInto("lookups")
    .values({
      ...{ kind: "ports", targetId: id, subject: "192.0.2.80", claimedBy: null, claimedUntil: null, error: null },
      ...{ dueAt: at, triedAt: at, answeredAt: at, answerJson: JSON.stringify({ open }) },
    })
    .execute();
  const record = await api.host.get({ id });
  const { host } = await openPage(office, await office.hire({ role: "readonly" }), <NetworkTab host={record} />);
  expect(await screen.findByText("Plesk 18.0.52")).toBeTruthy();
  expect(host.textContent).toContain("Ohne Support seit");
  expect(host.textContent).toContain("vermutlich Webmin, nach dem Port 10000");
  expect(host.textContent).not.toContain("ISPConfig");
});
