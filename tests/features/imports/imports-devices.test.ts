import { beforeEach, describe, expect, it } from "vitest";
import { drainImports } from "../../../server/features/imports/runs.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { importAll } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let jana: Person;
let anna: Person;
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
  anna = await office.hire({ name: "Anna Reuter" });
});

const headings =
  "Asset Tag,Asset Name,Category,Location,Status,Notes,Checked Out To,Checkout Date,Expected Checkin Date";
const settings = { createMissing: ["categoryId", "locationId"], dates: "dmy" as const };
const importRows = (...rows: string[]) =>
  importAll(office, jana, { type: "device", bytes: `${[headings, ...rows].join("\n")}\n`, settings });

async function undo(id: string) {
  const api = await office.as(jana);
  await api.import.undo({ id });
  await drainImports(office.services);
  return (await api.import.get({ id })).undo;
}

async function deviceOf(assetTag: string) {
  const api = await office.as(jana);
  const where = [{ field: "assetTag", is: "equals" as const, value: assetTag }];
  const device = (await api.device.list({ where })).data[0];
  return { device, moves: device ? await api.device.movements({ deviceId: device.id }) : [] };
}

const row = (tag: string, holder: string, rest = ",") => `${tag},Falke 14,Messgerät,Lager,,,${holder},${rest}`;

describe("a device that the file says somebody has", () => {
  it("goes to the person, customer or place of that name, with its dates and a movement", async () => {
    const api = await office.as(jana);
    const customer = await api.customer.create({ body: { name: "Weingut Amsel" } });
    office.signals.length = 0;
    const { id, view } = await importRows(
      row("G-1", "anna reuter", "2026-03-02,2027-01-31"),
      row("G-2", "Weingut Amsel", ",2026-05-01"),
      row("G-3", "Lager"),
      row("G-4", ""),
    );
    expect(view.counts).toMatchObject({ created: 4, failed: 0 });
    const first = await deviceOf("G-1");
    expect(first.device?.values).toMatchObject({
      status: "issued",
      assignedTo: "Anna Reuter",
      assignedAt: "2026-03-02",
      expectedReturnAt: "2027-01-31",
      notes: null,
    });
    expect(first.moves).toMatchObject([
      { kind: "checkOut", to: { type: "user", id: anna.id }, by: { id: jana.id }, note: "Beim Import übernommen." },
    ]);
    const second = await deviceOf("G-2");
    expect(second.moves).toMatchObject([{ to: { type: "customer", id: customer.id } }]);
    expect(second.device?.values).toMatchObject({ assignedAt: "2026-11-20", expectedReturnAt: "2026-05-01" });
    expect((await deviceOf("G-3")).moves).toMatchObject([{ to: { type: "location", label: "Lager" } }]);
    expect((await deviceOf("G-4")).device?.values).toMatchObject({ status: "available", assignedTo: null });
    const rows = (await api.import.rows({ id })).data;
    expect(rows.map(({ problems }) => problems)).toEqual([[], [], [], []]);
    expect((await api.change.list({ type: "device", id: first.device?.id as string })).data).toMatchObject([
      { what: "moved" },
      { what: "created" },
    ]);
  });

  it("stays where it is when the name is nobody's or that of several, and the row says so", async () => {
    const api = await office.as(jana);
    await api.customer.create({ body: { name: "Nordlicht" } });
    await api.location.create({ body: { name: "Nordlicht" } });
    const gone = await office.hire({ name: "Malte Grothe" });
    await office.services.db
      .updateTable("users")
      .set({ deactivatedAt: office.services.now().toISOString() })
      .where("id", "=", gone.id)
      .execute();
    const { id, checked, view } = await importRows(
      "G-1,Falke 14,Messgerät,Lager,,Mit Dock,Xaver,2026-03-02,",
      row("G-2", "Nordlicht"),
      row("G-3", "Malte Grothe"),
    );
    expect(checked.counts).toMatchObject({ created: 3, failed: 0 });
    expect(view.counts).toMatchObject({ created: 3, failed: 0 });
    const kept = "Das Gerät ist nicht ausgegeben, der Inhalt steht in den Notizen.";
    const column = "Checked Out To";
    expect((await api.import.rows({ id })).data.map(({ problems }) => problems)).toEqual([
      [{ column, message: `Niemand heißt so. ${kept}` }],
      [{ column, message: `Den Namen gibt es mehrfach. ${kept}` }],
      [{ column, message: `Niemand heißt so. ${kept}` }],
    ]);
    const { device, moves } = await deviceOf("G-1");
    expect(device?.values).toMatchObject({
      status: "available",
      assignedTo: null,
      notes: "Mit Dock\n\nChecked Out To: Xaver\n\nCheckout Date: 2026-03-02",
    });
    expect(moves).toEqual([]);
  });

  it("stays with whoever has it, and where its state does not let it go", async () => {
    const api = await office.as(jana);
    await importRows(row("G-1", "Anna Reuter"), row("G-2", ""));
    const again = await importRows(row("G-1", "Anna Reuter"));
    expect(again.view.counts).toMatchObject({ unchanged: 1 });
    await office.hire({ name: "Malte Grothe" });
    const { id, view } = await importRows(row("G-1", "Malte Grothe"), "G-2,,,,Ausgemustert,,Malte Grothe,,");
    expect(view.counts).toMatchObject({ updated: 2, failed: 0 });
    expect((await api.import.rows({ id })).data.map(({ problems }) => problems[0]?.message)).toEqual([
      expect.stringContaining("Das Gerät ist schon an Anna Reuter ausgegeben."),
      expect.stringContaining("Das Gerät ist ausgemustert."),
    ]);
    expect((await deviceOf("G-1")).device?.values).toMatchObject({
      assignedTo: "Anna Reuter",
      notes: "Checked Out To: Malte Grothe",
    });
    const third = await importRows(row("G-1", "Malte Grothe"));
    expect(third.view.counts).toMatchObject({ unchanged: 1 });
  });
});

describe("an undo", () => {
  it("takes a new device back with its movement", async () => {
    const { api, id } = await importRows(row("G-1", "Anna Reuter"));
    expect(await undo(id)).toEqual({ undone: 1, conflicts: 0 });
    expect((await api.device.list({})).totalItems).toBe(0);
    const left = await office.services.db.selectFrom("deviceMovements").selectAll().execute();
    expect(left).toEqual([]);
  });

  it("takes a known device back from whom it was given to", async () => {
    await importRows(row("G-1", ""));
    const before = (await deviceOf("G-1")).device?.values;
    const { id } = await importRows("G-1,Falke 15,,,Ausgegeben,,Anna Reuter,,");
    expect((await deviceOf("G-1")).device?.values).toMatchObject({ name: "Falke 15", assignedTo: "Anna Reuter" });
    expect(await undo(id)).toEqual({ undone: 1, conflicts: 0 });
    const after = await deviceOf("G-1");
    expect(after.device?.values).toEqual(before);
    expect(after.moves).toEqual([]);
  });

  it("leaves a device alone that has been through other hands since", async () => {
    await importRows(row("G-1", ""));
    const { api, id } = await importRows(row("G-1", "Anna Reuter"));
    const { device } = await deviceOf("G-1");
    await api.device.checkIn({ deviceIds: [device?.id as string] });
    expect(await undo(id)).toEqual({ undone: 0, conflicts: 1 });
    expect((await api.import.rows({ id, conflicts: true })).data[0]?.undoNote).toContain(
      "ausgegeben oder zurückgenommen",
    );
    expect((await deviceOf("G-1")).moves.map(({ kind }) => kind)).toEqual(["checkIn", "checkOut"]);
  });
});
