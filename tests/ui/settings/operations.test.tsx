// @vitest-environment happy-dom
import { queryByRole } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { BackupPanel } from "../../../app/features/backups/backup-panel.tsx";
import { RecoveryKey } from "../../../app/features/backups/recovery-key.tsx";
import { SectionPanel } from "../../../app/features/settings/section-panel.tsx";
import { SystemPanel } from "../../../app/features/system/system-panel.tsx";
import { minuteMs } from "../../../contract/time/durations.ts";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { targetId } from "../../../server/backup/settings-targets.ts";
import { findPingMethod } from "../../../server/checks/probes/ping.ts";
import { claimRun, endRun, renewClaim } from "../../../server/features/backups/claims.ts";
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
  const shownKey = () => page.host.textContent?.match(/AGE-SECRET-KEY-1[A-Z0-9]{58}/)?.[0];
  await until(() => expect(shownKey()).toBeDefined());
  const identity = String(shownKey());
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

it("a backup that runs shows how far it is, and nobody begins another one beside it", async () => {
  const office = await openOffice();
  const admin = await office.hire({ role: "admin" });
  const chief = await office.as(admin);
  const recipient = await recipientOf(await createIdentity());
  await chief.setting.update({ section: "backup", values: { folderPath: "/mnt/backup", recipient }, version: 0 });
  const { db, now } = office.services;
  const ended = String(await claimRun(db, "backup", now()));
  const result = { snapshotId: "x", bytes: 2048, uploads: 3, missing: 0, newObjects: 3, sentBytes: 1024 };
  await endRun(db, ended, { faults: [], result, now: now() });
  office.advance(minuteMs);
  const id = String(await claimRun(db, "backup", now()));
  await renewClaim(db, id, { phase: "uploads", done: 1, total: 4, sentBytes: 1024 }, now());
  const page = await openPage(office, admin, <BackupPanel />);
  await until(() => expect(queryByRole(page.host, "progressbar")?.getAttribute("aria-valuenow")).toBe("25"));
  expect(page.host.textContent).toMatch(/Dateien vergleichen und senden \(1 von 4\), 1,0\sKB gesendet/);
  expect(button(page.host, "Jetzt sichern").disabled).toBe(true);
  expect(button(page.host, "Jetzt testen").disabled).toBe(true);
  expect(page.host.textContent).toContain("3 Dateien");
});

it("a target of another portal says so, and alone is taken over by somebody who confirms it", async () => {
  const office = await openOffice();
  const started: object[] = [];
  office.services.backups = { ...office.services.backups, start: (order) => void started.push(order) };
  const admin = await office.hire({ role: "admin" });
  const chief = await office.as(admin);
  const recipient = await recipientOf(await createIdentity());
  const values = { folderPath: "/mnt/backup", secondFolder: "/mnt/second", recipient };
  await chief.setting.update({ section: "backup", values, version: 0 });
  const [first = "", second = ""] = ["/mnt/backup", "/mnt/second"].map((path) => targetId({ kind: "folder", path }));
  await office.services.db
    .insertInto("backupTargets")
    .values([
      { id: first, refused: "foreign", refusedOwner: "the other portal" },
      { id: second, refused: "gone" },
    ])
    .execute();
  const page = await openPage(office, admin, <BackupPanel />);
  await until(() => expect(page.host.textContent).toContain("die Backups eines anderen Portals (the other portal)"));
  expect(page.host.textContent).toContain("/mnt/second: Im Ordner fehlt");
  await click(button(page.host, "/mnt/backup übernehmen"));
  await until(() => expect(document.body.textContent).toContain("Das andere Portal sichert nicht mehr hierher."));
  expect(started).toEqual([]);
  const dialog = queryByRole(document.body, "alertdialog");
  await click(dialog && button(dialog, "Dieses Ziel übernehmen"));
  const { refusals } = await chief.backup.get({});
  expect(refusals.map(({ target }) => target)).toEqual(["/mnt/backup", "/mnt/second"]);
  const takesOver = { refusal: refusals[0]?.id, byId: admin.id };
  await until(() => expect(started).toMatchObject([{ kind: "backup", takesOver }]));
});

it("a take-over is refused once the target is refused for something else than what was confirmed", async () => {
  const office = await openOffice();
  const chief = await office.as(await office.hire({ role: "admin" }));
  const recipient = await recipientOf(await createIdentity());
  await chief.setting.update({ section: "backup", values: { folderPath: "/mnt/backup", recipient }, version: 0 });
  const id = targetId({ kind: "folder", path: "/mnt/backup" });
  const { db } = office.services;
  await db.insertInto("backupTargets").values({ id, refused: "foreign", refusedOwner: "one" }).execute();
  const [read] = (await chief.backup.get({})).refusals;
  await db.updateTable("backupTargets").set({ refusedOwner: "another" }).execute();
  const confirmed = chief.backup.start({ kind: "backup", takesOver: read?.id });
  await expect(confirmed).rejects.toMatchObject({ cause: { code: "precondition" } });
  expect(await db.selectFrom("backupRuns").select("id").execute()).toEqual([]);
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

it("„System“ says by which means hosts are pinged here", async () => {
  const office = await openOffice();
  const page = await openPage(office, await office.hire({ role: "admin" }), <SystemPanel />);
  const means = { icmp: "mit dem Befehl ping des Systems (ICMP)", tcp: "über TCP, Ports 443, 80 und 22" };
  const method = await findPingMethod();
  await until(() => expect(page.host.textContent).toContain(`Ping an Hoster${means[method]}`));
});
