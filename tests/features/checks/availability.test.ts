import { afterEach, beforeEach, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type CheckOffice, down, openCheckOffice } from "../../support/check-office.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let checks: CheckOffice;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  checks = openCheckOffice(office);
  api = await office.as(await office.hire({ role: "admin" }));
});
afterEach(() => checks.close());

const hourS = 3600;

it("of a year is read from days and the hour that runs: it is the same without any result before that", async () => {
  const { id } = await api.website.create({ body: { url: "http://amsel.test/", lifecycle: "live" } });
  await checks.pass(20 * hourS, 300);
  checks.set("amsel.test", down);
  await checks.pass(hourS, 60);
  checks.set("amsel.test", undefined);
  await checks.pass(7 * hourS, 300);
  const nowS = Math.floor(office.services.now().getTime() / 1000);
  while (checks.store.rollUp.rollUp(nowS, 100) > 0);
  const read = (range: "24h" | "1y") => api.check.availability({ type: "website", id, range });
  const [day, year] = [await read("24h"), await read("1y")];
  expect(day.points.some(({ seconds }) => seconds.offline)).toBe(true);
  expect(year.points.some(({ seconds }) => seconds.offline)).toBe(true);
  const { sqlite } = checks.store;
  expect(sqlite.prepare("select count(*) from blocks").pluck().get()).toBeGreaterThan(0);
  sqlite.exec("delete from blocks; delete from results where at_s < (select min(rolled_until_s) from schedule)");
  expect(await read("1y")).toEqual(year);
  sqlite.exec("delete from results");
  expect((await read("24h")).uptime).toBeNull();
});
