// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { NetworkTab } from "../../../app/features/addresses/network-tab.tsx";
import { PhpValue, SystemValue, SystemVersionValue } from "../../../app/features/hosts/software-values.tsx";
import type { PortAnswer } from "../../../contract/addresses/addresses.ts";
import type { Api } from "../../../server/features/router.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { screen } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

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

test.each([
  [{ os: "Ubuntu", osVersion: "20.04.6" }, "20.04.6Ohne Support seit 31.05.2025"],
  [{ os: "Ubuntu", osVersion: "22.04.5" }, "22.04.5Support endet am 01.04.2027"],
  [{ os: "Ubuntu", osVersion: "22.04.3" }, "22.04.3Sicherheitsupdate 22.04.5unterstützt bis 01.04.2027"],
  [{ os: "AlmaLinux", osVersion: "9.4" }, "9.4Update verfügbar 9.8unterstützt bis 31.05.2032"],
  [{ os: "Debian", osVersion: "12" }, "12Aktuellunterstützt bis 30.06.2028"],
  [{ os: "Debian 11", osVersion: "" }, "Debian 11Ohne Support seit 31.08.2026"],
  [{ os: "Eigenbau", osVersion: "3" }, "3"],
])("the page of a host with %j says „%s“", async (values, text) => {
  const { id } = await createRecord(api, "host", values);
  const record = await api.host.get({ id });
  const Value = values.osVersion ? SystemVersionValue : SystemValue;
  const { host } = await openPage(
    office,
    await office.hire({ role: "readonly" }),
    <Value record={record} variant="page" />,
  );
  await until(() => expect(host.textContent).toBe(text));
});

test("a list names the operating system with its version, and judges nothing", async () => {
  const { id } = await createRecord(api, "host", { os: "Ubuntu", osVersion: "20.04" });
  const record = await api.host.get({ id });
  const reader = await office.hire({ role: "readonly" });
  const { host } = await openPage(office, reader, <SystemValue record={record} variant="cell" />);
  expect(host.textContent).toBe("Ubuntu20.04");
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
      kind: "ports",
      targetId: id,
      subject: "192.0.2.80",
      claimedBy: null,
      claimedUntil: null,
      error: null,
      dueAt: at,
      triedAt: at,
      answeredAt: at,
      answerJson: JSON.stringify({ open }),
    })
    .execute();
  const record = await api.host.get({ id });
  const { host } = await openPage(office, await office.hire({ role: "readonly" }), <NetworkTab host={record} />);
  expect(await screen.findByText("Plesk 18.0.52")).toBeTruthy();
  expect(host.textContent).toContain("Ohne Support seit");
  expect(host.textContent).toContain("vermutlich Webmin, nach dem Port 10000");
  expect(host.textContent).not.toContain("ISPConfig");
});
