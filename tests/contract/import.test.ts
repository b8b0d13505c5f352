import { afterEach, beforeEach, expect, it } from "vitest";
import { failedRowsPath } from "../../contract/imports/imports.ts";
import type { Person } from "../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../support/file-desk.ts";
import { checkFile } from "../support/import-desk.ts";

let desk: FileDesk;
let jana: Person;
let path: string;
beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  const { id } = await checkFile(desk, jana, { type: "customer", bytes: "Firma;E-Mail\nBöhm;kaputt\n=1+1;schief\n" });
  path = failedRowsPath(id);
});
afterEach(() => desk.close());

it("the failed rows are had by the person of the import and by admins alone", async () => {
  const others = [
    [undefined, 401],
    [await desk.hire({ role: "readonly" }), 403],
    [await desk.hire({ role: "maintainer" }), 404],
  ] as const;
  for (const [person, status] of others) {
    const answer = await desk.get(person, path);
    expect(answer.status).toBe(status);
    expect((await answer.json()).message).toMatch(/\.$/);
  }
  expect((await desk.get(await desk.hire({ role: "admin" }), path)).status).toBe(200);
});

it("the failed rows come as a file that spreadsheets read and do not compute", async () => {
  const answer = await desk.get(jana, path);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toContain("liste - Fehler.csv");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect((await answer.text()).split("\r\n")).toEqual([
    "Firma;E-Mail;Fehler",
    "Böhm;kaputt;E-Mail: Keine gültige E-Mail-Adresse.",
    "'=1+1;schief;E-Mail: Keine gültige E-Mail-Adresse.",
    "",
  ]);
});
