import { isIPv4 } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { mainTypes } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import { createSampleAgency } from "../../../server/sample/agency.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let api: Api;

beforeAll(async () => {
  office = await openOffice();
  const admin = await office.hire({ role: "admin" });
  await createSampleAgency(office.services, admin);
  api = await office.as(admin);
});

async function everyRow(type: (typeof mainTypes)[number]): Promise<RecordRow[]> {
  const first = await api[type].list({ limit: 100 });
  const pages = Array.from({ length: first.totalPages - 1 }, (_, index) =>
    api[type].list({ limit: 100, page: index + 2 }),
  );
  return [first, ...(await Promise.all(pages))].flatMap(({ data }) => data);
}

describe("the sample agency", () => {
  it.each([
    ["customer", 60],
    ["website", 140],
    ["domain", 180],
    ["host", 25],
    ["device", 80],
  ] as const)("has its %ss", async (type, count) => {
    expect((await api[type].list({})).totalItems).toBe(count);
  });

  it("uses names and addresses that belong to nobody", async () => {
    const rows = (await Promise.all(mainTypes.map(everyRow))).flat();
    const text = JSON.stringify(rows.map(({ values }) => values));
    const hosts = [...text.matchAll(/https?:\/\/([^/"]+)|@([^"\s]+)/g)].map(([, host, mail]) => host ?? mail);
    expect(hosts.length).toBeGreaterThan(200);
    expect(hosts.filter((host) => !host?.endsWith(".example"))).toEqual([]);
    const addresses = rows.flatMap(({ values }) => (values.ips as string[] | undefined) ?? []);
    const isReserved = (ip: string) => (isIPv4(ip) ? ip.startsWith("203.0.113.") : ip.startsWith("2001:db8:"));
    expect(addresses.filter((ip) => !isReserved(ip))).toEqual([]);
  });

  it("lacks some of what real ones lack, has something due, and shows what belongs together", async () => {
    const counts = await api.dashboard.counts();
    expect(counts.types.flatMap(({ missing }) => missing).length).toBeGreaterThan(4);
    expect((await api.dashboard.due({})).summary.all.total).toBeGreaterThan(10);
    const [website] = (await api.website.list({ search: "Hotel Fährblick" })).data;
    expect(website?.values.domains).toEqual([expect.objectContaining({ label: "hotel-faehrblick.example" })]);
    expect((await api.search.find({ query: "faehrblick" })).hits.length).toBeGreaterThan(2);
  });

  it("leaves nobody a notification of what was made up", async () => {
    const told = await office.services.db
      .selectFrom("notifications")
      .select("title")
      .where("category", "=", "device")
      .execute();
    expect(told.filter(({ title }) => title.endsWith("übergeben"))).toEqual([]);
  });
});
