import { beforeEach, describe, expect, it } from "vitest";
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

const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title);

/** One customer of its own, one that the file changes, one that it has as is, and a row that fails. */
async function importFour() {
  const api = await office.as(jana);
  await api.customer.create({ body: { name: "Amsel", number: "K-1" } });
  await api.customer.create({ body: { name: "Böhm", number: "K-2" } });
  await api.customer.create({ body: { name: "Clemens", number: "K-3" } });
  const bytes = "Kundennummer;Firma;E-Mail\nK-2;Böhm & Co;\nK-3;Clemens;\nK-4;Dahl;\nK-5;Ebert;kaputt\n";
  return importAll(office, jana, { type: "customer", bytes });
}

describe("the list of what an import has read in", () => {
  it("has what was created, changed or found as is, and goes with search, filters and export", async () => {
    const { api, id: importId, view } = await importFour();
    expect(view.counts).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 1 });
    expect(titles(await api.customer.list({ importId }))).toEqual(["Böhm & Co", "Clemens", "Dahl"]);
    expect(titles(await api.customer.list({ importId, search: "dahl" }))).toEqual(["Dahl"]);
    const where = [{ field: "name", is: "contains" as const, value: "e" }];
    expect(titles(await api.customer.list({ importId, where }))).toEqual(["Clemens"]);
  });

  it("is what bulk commands mean by it", async () => {
    const { api, id: importId } = await importFour();
    const scope = { importId, where: [], archived: false };
    expect(await api.customer.archiveMany({ selection: { scope, expected: 3 } })).toMatchObject({ ok: 3, failed: [] });
    expect(titles(await api.customer.list({}))).toEqual(["Amsel"]);
    expect(titles(await api.customer.list({ importId, archived: true }))).toHaveLength(3);
  });

  it("is empty for who may not see the import, and for one that does not exist", async () => {
    const { api, id: importId } = await importFour();
    for (const role of ["readonly", "member", "maintainer"] as const) {
      const other = await office.as(await office.hire({ role }));
      expect((await other.customer.list({ importId })).totalItems).toBe(0);
    }
    const admin = await office.as(await office.hire({ role: "admin" }));
    expect((await admin.customer.list({ importId })).totalItems).toBe(3);
    expect((await api.customer.list({ importId })).totalItems).toBe(3);
    expect((await api.customer.list({ importId: "keiner" })).totalItems).toBe(0);
    expect((await api.website.list({ importId })).totalItems).toBe(0);
    const stranger = (await office.as()).customer.list({ importId });
    await expect(stranger).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("holds nothing that is gone", async () => {
    const { api, id: importId } = await importFour();
    await api.import.undo({ id: importId });
    await drainImports(office.services);
    expect(titles(await api.customer.list({ importId }))).toEqual(["Böhm", "Clemens"]);
  });

  it("is nothing that a saved view keeps", async () => {
    const { api, id: importId } = await importFour();
    const body = { type: "customer" as const, name: "Import", state: { importId } as object };
    await expect(api.savedView.create({ body })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
