// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { RecoveryKey } from "../../../app/features/backups/recovery-key.tsx";
import { SectionPanel } from "../../../app/features/settings/section-panel.tsx";
import { SystemPanel } from "../../../app/features/system/system-panel.tsx";
import { recipientOf } from "../../../server/backup/encryption.ts";
import { readSettings } from "../../../server/settings/read-settings.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, type } from "../../support/browser/render.tsx";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

afterEach(() => vi.unstubAllGlobals());

it("a recovery key is used only once it was typed back, and never leaves the browser", async () => {
  const office = await openOffice();
  const admin = await office.hire({ role: "admin" });
  const node = <SectionPanel section="backup">{(view) => <RecoveryKey view={view} />}</SectionPanel>;
  const page = await openPage(office, admin, node);
  await until(() => expect(page.host.textContent).toContain("Noch keiner."));
  await click(button(page.host, "Schlüssel erzeugen"));
  await until(() => expect(field(page.host, "Neuer Schlüssel").value).toMatch(/^AGE-SECRET-KEY-1/));
  const identity = field(page.host, "Neuer Schlüssel").value;
  await type(
    field(page.host, "Schlüssel zur Kontrolle"),
    identity.replace(/.$/, (last) => (last === "X" ? "Q" : "X")),
  );
  await click(button(page.host, "Schlüssel verwenden"));
  await until(() => expect(page.host.textContent).toContain("Das ist nicht der Schlüssel von oben."));
  const saved = () => page.calls.filter(({ path }) => path === "setting.update");
  expect(saved()).toEqual([]);

  await type(field(page.host, "Schlüssel zur Kontrolle"), ` ${identity.toLowerCase()} `);
  await click(button(page.host, "Schlüssel verwenden"));
  await until(() => expect(page.host.textContent).toContain("Eingerichtet, öffentlicher Teil"));
  expect((await readSettings(office.services.db, "backup")).recipient).toBe(await recipientOf(identity));
  expect(JSON.stringify(page.calls)).not.toContain(identity);
});

it("the diagnosis holds versions, lights and figures, and nothing about anybody", async () => {
  const office = await openOffice();
  const admin = await office.hire({ role: "admin", name: "Malte Kern", email: "malte@agentur.example" });
  await createRecord(await office.as(admin), "customer", { name: "Amselgrund" });
  const page = await openPage(office, admin, <SystemPanel />);
  await until(() => expect(page.host.textContent).toContain("Wiederkehrende Aufgaben"));
  await until(() => expect(page.host.textContent).toContain("gelesene 180 Tage"));
  const files: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}` }));
  await click(button(page.host, "Diagnose herunterladen"));
  const text = (await files[0]?.text()) ?? "";
  expect(JSON.parse(text)).toMatchObject({ version: expect.any(String), lights: expect.any(Array), dataFits: true });
  expect(text).not.toMatch(/Malte|agentur\.example|Amselgrund/);
});
