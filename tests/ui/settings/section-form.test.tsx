// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NetworkForm } from "../../../app/features/settings/network-form.tsx";
import { SectionPanel } from "../../../app/features/settings/section-panel.tsx";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let maren: Person;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "admin" });
});
afterEach(() => vi.unstubAllGlobals());

const stored = async () => (await office.as(maren)).setting.get({ section: "network" });

/** The form with a save under way, during which more was typed. */
async function typeWhileSaving() {
  const page = await openPage(
    office,
    maren,
    <SectionPanel section="network">{(view) => <NetworkForm view={view} />}</SectionPanel>,
  );
  const { host } = page;
  const networks = () => field(host, "Adressen und Netze");
  await until(() => expect(networks()).not.toBeNull());
  const answer = page.hold("setting.update");
  await type(networks(), "10.0.0.5");
  await click(button(host, "Speichern"));
  await until(() => expect(host.textContent).toContain("Speichert …"));
  await type(networks(), "10.0.0.5\n10.0.0.6");
  answer();
  await until(() => expect(host.textContent).not.toContain("Speichert …"));
  return { host, networks };
}

test("what is typed while a save is under way stays unsaved, and the next save stores it", async () => {
  const { host, networks } = await typeWhileSaving();
  expect((await stored()).values).toMatchObject({ allowedNetworks: ["10.0.0.5"] });
  expect(networks().value).toBe("10.0.0.5\n10.0.0.6");
  await click(button(host, "Speichern"));
  await until(() => expect(host.textContent).not.toContain("Speichern"));
  expect((await stored()).values).toMatchObject({ allowedNetworks: ["10.0.0.5", "10.0.0.6"] });
});

test("what was typed meanwhile does not go over what somebody else has saved since", async () => {
  vi.spyOn(console, "error")
    .mockReset()
    .mockImplementation(() => undefined);
  const { host } = await typeWhileSaving();
  const { version } = await stored();
  await (await office.as(maren)).setting.update({ section: "network", values: { allowedNetworks: [] }, version });
  await click(button(host, "Speichern"));
  await until(() => expect(host.textContent).toContain("Jemand hat diese Einstellungen inzwischen geändert."));
  expect((await stored()).values).toMatchObject({ allowedNetworks: [] });
  vi.mocked(console.error).mockClear();
});
