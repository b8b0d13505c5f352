import { expect, it } from "vitest";
import { isPostgres } from "../../../server/db/postgres/is-postgres.ts";
import { openOffice } from "../../support/office.ts";

it("the state of the portal is for admins alone", async () => {
  const office = await openOffice();
  for (const role of ["maintainer", "member", "readonly"] as const)
    await expect((await office.as(await office.hire({ role }))).system.get({})).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
});

it("the state of the portal is measured", async () => {
  const office = await openOffice();
  const api = await office.as(await office.hire({ role: "admin" }));
  const state = await api.system.get({});
  expect(state.nodeVersion).toBe(process.versions.node);
  expect(state.database.bytes).toBeGreaterThan(100_000);
  expect(state.disk.freeBytes).toBeLessThanOrEqual(state.disk.totalBytes);
  expect(state.people.active).toBe(1);
  expect(state.dataFits).toBe(true);
  expect(state.changes.length).toBeGreaterThan(0);
  expect(state.licences.find(({ name }) => name === "@soketi/soketi")?.licence).toMatch(/AGPL/);
  // A stand-in of this project is no package with a licence.
  expect(state.licences.map(({ name }) => name)).not.toContain("pm2");
});

it("the database goes by its own name, with what its engine has", async () => {
  const office = await openOffice();
  const api = await office.as(await office.hire({ role: "admin" }));
  const { database, lights } = await api.system.get({});
  const sizes = await api.system.sizes({});
  const found = {
    engine: database.engine,
    hasLog: lights.some(({ key }) => key === "log"),
    hasFreePages: sizes.some(({ key }) => key === "free"),
  };
  const postgres = { engine: "PostgreSQL", hasLog: false, hasFreePages: false };
  const sqlite = { engine: "SQLite", hasLog: true, hasFreePages: true };
  expect(found).toEqual(isPostgres(office.services.db) ? postgres : sqlite);
});
