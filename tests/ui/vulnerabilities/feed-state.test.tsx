// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { SectionPanel } from "../../../app/features/settings/section-panel.tsx";
import { RulesForm } from "../../../app/features/technologies/rules-form.tsx";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

async function openSettings(list?: { fetchedAt: string | null; error: string | null }) {
  const office = await openOffice();
  const admin = await office.hire({ role: "admin" });
  const api = await office.as(admin);
  if (list) {
    await api.setting.update({ section: "technologies", values: {}, secrets: { wordfenceKey: "falsch" }, version: 0 });
    const dueAt = new Date(office.services.now().getTime() + 3_600_000).toISOString();
    await keepList(office, { dueAt, ...list });
  }
  const form = <SectionPanel section="technologies">{(view) => <RulesForm view={view} />}</SectionPanel>;
  const { host } = await openPage(office, admin, form);
  return { host, api, shows: (text: string) => until(() => expect(host.textContent).toContain(text)) };
}

const keepList = ({ services: { db } }: Office, values: object) =>
  db.updateTable("registryLists").set(values).where("name", "=", "vulnerabilities").execute();

it("without a key nothing is offered to be read", async () => {
  const { host, shows } = await openSettings();
  await shows("Bekannte Sicherheitslücken");
  expect(host.textContent).not.toContain("Jetzt lesen");
});

it("the settings say when the feed was read, why not since, and have it read", async () => {
  const error = "Der Schlüssel wird nicht angenommen (HTTP-Status 401).";
  const { host, api, shows } = await openSettings({ fetchedAt: "2026-11-18T08:00:00.000Z", error });
  await shows("Zuletzt gelesen am 18.11.2026");
  await shows(`Seitdem gescheitert: ${error} Nächster Versuch: 20.11.2026`);
  await click(button(host, "Jetzt lesen"));
  await shows("Liest …");
  expect((await api.vulnerability.feed({})).isReading).toBe(true);
});
