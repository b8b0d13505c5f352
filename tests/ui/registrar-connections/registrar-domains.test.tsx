// @vitest-environment happy-dom
import { queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { RegistrarDomains } from "../../../app/features/registrar-connections/registrar-domains.tsx";
import { ToastHost } from "../../../app/features/toasts/toast-host.tsx";
import { askDueRegistrars } from "../../../server/features/registrar-connections/run.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { openTestRegistrar, registrarKeys, type TestRegistrar } from "../../support/servers/registrars.ts";
import { until } from "../../support/until.ts";

let registrar: TestRegistrar | undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await registrar?.close();
});

const within = (role: "checkbox" | "dialog", name?: string) =>
  queryByRole(document.body, role, name === undefined ? {} : { name });

test("domains that could not be created are told as such, with the reason", async () => {
  const office = await openOffice();
  const jana = await office.hire({ role: "admin" });
  const api = await office.as(jana);
  await api.setting.update({
    section: "network",
    values: { allowedNetworks: ["127.0.0.0/8"] },
    secrets: {},
    version: 0,
  });
  const domains = [{ name: "amsel.de", renews: "2027-03-01" }];
  registrar = await openTestRegistrar("autodns", { domains, now: office.services.now });
  const { id: registrarAccountId } = await createRecord(api, "registrarAccount");
  const values = { ...registrarKeys.autodns, server: registrar.receiver.url };
  const { id } = await api.registrarConnection.create({ body: { service: "autodns", registrarAccountId, values } });
  await askDueRegistrars(office.services);
  const { host } = await openPage(
    office,
    jana,
    <>
      <RegistrarDomains id={id} />
      <ModalHost />
      <ToastHost />
    </>,
  );
  await until(() => expect(within("checkbox", "amsel.de anlegen")).toBeTruthy());
  await createRecord(api, "domain", { name: "amsel.de" });
  await click(within("checkbox", "amsel.de anlegen"));
  await click(button(host, "1 Domain anlegen"));
  const details = () => queryAllByRole(document.body, "button", { name: "Details" })[0];
  await until(() => expect(details()).toBeTruthy());
  await click(details());
  await until(() => expect(within("dialog")?.textContent).toContain("Diese Domains wurden nicht angelegt."));
  expect(within("dialog")?.textContent).toMatch(/bereits vergeben/);
  expect(within("dialog")?.textContent).not.toContain("nichts geändert");
});
