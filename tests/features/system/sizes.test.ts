import { expect, it } from "vitest";
import { databaseFile } from "../../../server/db/connection.ts";
import { readTableSizes } from "../../../server/db/table-sizes.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

it("what takes space is for admins alone", async () => {
  const office = await openOffice();
  for (const role of ["maintainer", "member", "readonly"] as const)
    await expect((await office.as(await office.hire({ role }))).system.sizes({})).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
});

it("every byte of the database is in one line, and each says how long it stays", async () => {
  const office = await openOffice();
  const admin = await office.as(await office.hire({ role: "admin" }));
  for (const name of ["Amsel", "Drossel"]) await createRecord(admin, "customer", { name });
  const lines = await admin.system.sizes({});
  const { bytes } = (await admin.system.get({})).database;
  expect(lines.reduce((sum, line) => sum + line.bytes, 0)).toBe(bytes);
  for (const key of ["records", "pages", "history", "search", "notifications", "messages", "findings"])
    expect(lines).toContainEqual({ key, bytes: expect.any(Number), kept: expect.stringMatching(/\S/) });
  expect(lines.find(({ key }) => key === "search")?.bytes).toBeGreaterThan(4096);
  const keptOf = (key: string, of = lines) => of.find((line) => line.key === key)?.kept;
  expect(keptOf("history")).toBe("unbegrenzt, Anmeldungen 365 Tage; einstellbar unter „Datenschutz“");
  await admin.setting.update({ section: "privacy", values: { historyDays: 90, notificationDays: 30 }, version: 0 });
  const changed = await admin.system.sizes({});
  expect(keptOf("history", changed)).toContain("90 Tage");
  expect(keptOf("notifications", changed)).toContain("gelesene 30 Tage");
});

it("a database on disk is measured from its file", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const sizes = readTableSizes(databaseFile(dataDir));
  expect(sizes.users).toBeGreaterThan(4095);
  expect(sizes.changes).toBeGreaterThan(4095);
});
