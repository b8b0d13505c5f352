// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { ExpiryHint } from "../../../app/features/domains/expiry-hint.tsx";
import { EndingList } from "../../../app/features/registrations/ending-list.tsx";
import { SectionPanel } from "../../../app/features/settings/section-panel.tsx";
import type { Api } from "../../../server/features/router.ts";
import { readSettings } from "../../../server/settings/read-settings.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, screen, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let admin: Person;
let api: Api;
beforeEach(async () => {
  office = await openOffice();
  admin = await office.hire({ role: "admin" });
  api = await office.as(admin);
  const endings = [{ ending: "at", priceCents: 2400 }];
  await api.setting.update({ section: "domains", values: { endings }, secrets: {}, version: 0 });
});

const stored = async () =>
  (await readSettings(office.services.db, "domains")).endings.map(({ ending, priceCents }) => [ending, priceCents]);

async function openAdding() {
  const node = <SectionPanel section="domains">{(view) => <EndingList view={view} />}</SectionPanel>;
  const { host } = await openPage(office, admin, node);
  await until(() => expect(host.textContent).toContain("Endung hinzufügen"));
  await click(button(host, "Endung hinzufügen"));
  const dialog = await screen.findByRole("dialog", { name: "Endung hinzufügen" });
  return { host, dialog, fill: (label: string, text: string) => type(field(dialog, label), text) };
}

it("an ending that is there already is not replaced by adding it", async () => {
  const { dialog, fill } = await openAdding();
  await fill("Endung", ".AT");
  await fill("Verkauf/Jahr", "1,00");
  await click(button(dialog, "Speichern"));
  await until(() => expect(dialog.textContent).toContain("Sie steht schon in der Liste"));
  expect(await stored()).toEqual([["at", 2400]]);
});

it("an ending stays typed until it is saved, also when somebody else was faster", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const { host, dialog, fill } = await openAdding();
  await fill("Endung", "ch");
  await fill("Verkauf/Jahr", "30,00");
  const endings = [{ ending: "at", priceCents: 2600 }];
  await api.setting.update({ section: "domains", values: { endings }, secrets: {}, version: 1 });
  await click(button(dialog, "Speichern"));
  // Whoever saves before the page knows what somebody else has saved is refused once more.
  await until(() => expect(host.textContent).toContain("26,00"));
  await until(() => expect(button(dialog, "Speichern").disabled).toBe(false));
  expect(field(dialog, "Endung").value).toBe("ch");
  await click(button(dialog, "Speichern"));
  await until(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await stored()).toEqual([
    ["at", 2600],
    ["ch", 3000],
  ]);
  vi.mocked(console.error).mockClear();
});

it("the overview of a domain says whose day counts where the registry names none", async () => {
  const { id } = await createRecord(api, "domain", { name: "amsel.de", renewsAt: "2027-03-01" });
  const { host } = await openPage(office, admin, <ExpiryHint domain={await api.domain.get({ id })} />);
  await until(() => expect(host.textContent).toContain("Wir nutzen das Datum, das jemand von Hand eingetragen hat."));
});
