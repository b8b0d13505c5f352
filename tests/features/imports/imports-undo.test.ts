import { beforeEach, expect, it } from "vitest";
import { drainImports } from "../../../server/features/imports/runs.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { importAll } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let jana: Person;
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
});

async function undo(id: string) {
  const api = await office.as(jana);
  await api.import.undo({ id });
  await drainImports(office.services);
  return api.import.get({ id });
}

const day = 86_400_000;

it("an undo takes back new records with everything that came with them", async () => {
  const bytes = "Adresse;Kunde;Tags\namsel.example;Amsel;Wein\nboehm.example;Böhm;Brot\n";
  const settings = { createMissing: ["customerId", "tags"] };
  const { api, id } = await importAll(office, jana, { type: "website", bytes, settings });
  expect((await api.domain.list({})).totalItems).toBe(2);
  office.signals.length = 0;
  expect(await undo(id)).toMatchObject({ state: "undone", undo: { undone: 2, conflicts: 0 }, canUndo: false });
  for (const list of [api.website.list({}), api.domain.list({}), api.customer.list({}), api.tag.list({})])
    expect((await list).totalItems).toBe(0);
  expect(office.signals.length).toBeLessThanOrEqual(4);
  const kinds = await office.services.db
    .selectFrom("changes")
    .select("kind")
    .where("kind", "=", "import.undone")
    .execute();
  expect(kinds).toHaveLength(1);
});

it("an undo gives changed fields their old values back", async () => {
  const first = "Kundennummer;Firma;Ort;Tags\nK-1;Böhm;Köln;Alt\n";
  const { api } = await importAll(office, jana, { type: "customer", bytes: first });
  const before = (await api.customer.list({})).data[0];
  const second = "Kundennummer;Firma;Ort;Tags\nK-1;Böhm & Söhne;Bonn;Neu\n";
  const { id } = await importAll(office, jana, { type: "customer", bytes: second });
  expect((await undo(id)).undo).toEqual({ undone: 1, conflicts: 0 });
  const after = (await api.customer.list({})).data[0];
  expect(after?.values).toEqual(before?.values);
});

it("what somebody has worked on since stays, field by field, and is named", async () => {
  await importAll(office, jana, { type: "customer", bytes: "Kundennummer;Firma;Ort\nK-1;Böhm;Köln\n" });
  const bytes = "Kundennummer;Firma;Ort\nK-1;Böhm & Söhne;Bonn\nK-2;Amsel;Mainz\nK-3;Moll;Ulm\n";
  const { api, id } = await importAll(office, jana, { type: "customer", bytes });
  const anna = await office.as(await office.hire({ name: "Anna Reuter" }));
  const { data } = await api.customer.list({ orderBy: [{ field: "number" }] });
  const [boehm, amsel, moll] = data.map((row) => row.id);
  const [boehmNow, amselNow] = data.map((row) => row.version);
  await anna.customer.update({ params: { id: boehm ?? "" }, body: { billingCity: "Berlin" }, version: boehmNow });
  await anna.customer.update({ params: { id: amsel ?? "" }, body: { phone: "+4930123456" }, version: amselNow });
  await anna.website.create({ body: { url: "https://moll.example", customerId: moll ?? "" } });

  const view = await undo(id);
  expect(view).toMatchObject({ state: "undone", undo: { undone: 0, conflicts: 3 } });
  const rows = await api.import.rows({ id, conflicts: true });
  expect(rows.data.map(({ undoNote }) => undoNote)).toEqual([
    "„Böhm & Söhne“: Ort (Rechnung) wurde seit dem Import geändert und bleibt.",
    "„Amsel“ wurde seit dem Import geändert und bleibt.",
    "„Moll“ wird von „moll.example“ verwendet und bleibt.",
  ]);
  const after = (await api.customer.list({ orderBy: [{ field: "number" }] })).data;
  expect(after[0]?.values).toMatchObject({ name: "Böhm", billingCity: "Berlin" });
  expect(after).toHaveLength(3);
});

it("an undo is refused after 7 days, a second time, and where nothing was written", async () => {
  const { api, id } = await importAll(office, jana, { type: "customer", bytes: "Firma\nBöhm\n" });
  const failed = await importAll(office, jana, { type: "customer", bytes: "Firma;E-Mail\nMoll;kaputt\n" }).catch(
    () => null,
  );
  if (failed) await expect(api.import.undo({ id: failed.id })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  office.advance(7 * day + 1000);
  await expect(api.import.undo({ id })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  expect((await api.import.get({ id })).canUndo).toBe(false);
  const { id: young } = await importAll(office, jana, { type: "customer", bytes: "Firma\nAmsel\n" });
  await undo(young);
  await expect(api.import.undo({ id: young })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
});

it("drafts that nobody takes up are thrown away, and old imports lose their rows and not their line", async () => {
  const { removeOldImports } = await import("../../../server/features/imports/old-imports.ts");
  const { api, id } = await importAll(office, jana, { type: "customer", bytes: "Firma\nBöhm\n" });
  office.advance(31 * day);
  await removeOldImports(office.services);
  expect(await api.import.get({ id })).toMatchObject({ state: "finished", counts: { created: 1 } });
  expect((await api.import.rows({ id })).totalItems).toBe(0);
  const owned = await office.services.db.selectFrom("files").select("key").where("owner", "is not", null).execute();
  expect(owned).toEqual([]);
});

it("an undo goes on with what only its person changed since, and leaves what others did", async () => {
  const bytes = "Kundennummer;Firma;Ort\nK-1;Böhm;Köln\nK-2;Amsel;Mainz\nK-3;Moll;Ulm\n";
  const { api, id } = await importAll(office, jana, { type: "customer", bytes });
  await expect(api.import.undo({ id, ownEdits: true })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  const { data } = await api.customer.list({ orderBy: [{ field: "number" }] });
  const anna = await office.as(await office.hire({ name: "Anna Reuter", role: "maintainer" }));
  for (const { id: customerId, version } of data.slice(0, 2))
    await api.customer.update({ params: { id: customerId }, body: { source: "Messe" }, version });
  await anna.customer.update({ params: { id: data[1]?.id ?? "" }, body: { phone: "+4930123456" }, version: 2 });
  expect(await undo(id)).toMatchObject({ undo: { undone: 1, conflicts: 2 }, canUndoOwnEdits: true });
  await api.import.undo({ id, ownEdits: true });
  await drainImports(office.services);
  expect(await api.import.get({ id })).toMatchObject({ undo: { undone: 2, conflicts: 1 }, canUndoOwnEdits: false });
  expect((await api.customer.list({})).data.map(({ title }) => title)).toEqual(["Amsel"]);
});

it("each row counts once, and once more when it is taken back, while colleagues write beside it", async () => {
  const names = Array.from({ length: 120 }, (_, row) => `Firma ${row}`);
  const anna = await office.as(await office.hire({ name: "Anna Reuter" }));
  const writing = { isOver: false };
  const write = async () => {
    while (!writing.isOver) await anna.customer.create({ body: { name: "Beiläufig" } });
  };
  const writers = Promise.all([write(), write(), write()]);
  try {
    const bytes = `Firma\n${names.join("\n")}\n`;
    const { id, view } = await importAll(office, jana, { type: "customer", bytes });
    expect(view).toMatchObject({ state: "finished", counts: { created: names.length, failed: 0 } });
    expect((await undo(id)).undo).toEqual({ undone: names.length, conflicts: 0 });
  } finally {
    writing.isOver = true;
    await writers;
  }
});
