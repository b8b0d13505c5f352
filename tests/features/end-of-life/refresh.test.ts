import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayMs, minuteMs } from "../../../contract/time/durations.ts";
import { readReleases, refreshReleases } from "../../../server/features/end-of-life/refresh.ts";
import { findRelease, setReleases, shippedProducts } from "../../../server/features/end-of-life/releases.ts";
import { refreshAllSoftware } from "../../../server/features/technologies/software.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const release = (name: string, more: object = {}) => ({
  name,
  codename: null,
  label: name,
  isLts: false,
  isEol: false,
  eolFrom: null,
  isMaintained: true,
  latest: { name: `${name}.9`, date: "2026-10-01", link: null },
  ...more,
});
const listOf = (...releases: object[]) => JSON.stringify({ schema_version: "1.2.0", result: { releases } });

let office: Office;
let server: Server;
let asked: string[];
let answers: Map<string, string>;
const refresh = () =>
  refreshReleases(office.services, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/products`,
    follow: () => refreshAllSoftware(office.services),
  });

beforeEach(async () => {
  office = await openOffice();
  asked = [];
  answers = new Map();
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const body = answers.get(request.url ?? "") ?? answers.get("*");
    response.writeHead(body === undefined ? 503 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  setReleases({});
  server.close();
});

/** A fresh portal waits for a while. */
async function begin() {
  expect(await refresh()).toBeUndefined();
  office.advance(11 * minuteMs);
}

async function allowLoopback() {
  const admin = await office.as(await office.hire({ role: "admin" }));
  await admin.setting.update({
    section: "network",
    values: { allowedNetworks: ["127.0.0.0/8"] },
    secrets: {},
    version: 0,
  });
  return admin;
}

describe("the list of releases", () => {
  it("reads days, what has ended without one, and the newest version", () => {
    const read = readReleases(
      { id: "php", label: "PHP" },
      listOf(
        release("9.0", { eoasFrom: "2028-12-31", eolFrom: "2030-12-31", codename: "Neun" }),
        release("4", { isEol: true, latest: null }),
      ),
    );
    expect(read).toEqual([
      {
        label: "PHP 9.0",
        cycle: "9.0",
        codename: "Neun",
        supportedUntil: "2030-12-31",
        activeUntil: "2028-12-31",
        latest: "9.0.9",
        latestAt: "2026-10-01",
      },
      {
        label: "PHP 4",
        cycle: "4",
        codename: "",
        supportedUntil: "ended",
        activeUntil: null,
        latest: null,
        latestAt: null,
      },
    ]);
  });

  it("counts extended support where it is for everybody, and not where it is sold", () => {
    const list = listOf(release("12", { eolFrom: "2026-07-11", eoesFrom: "2028-06-30" }));
    const days = (id: string) => readReleases({ id, label: "" }, list)[0];
    expect(days("debian")).toMatchObject({ activeUntil: "2026-07-11", supportedUntil: "2028-06-30" });
    expect(days("ubuntu")).toMatchObject({ activeUntil: null, supportedUntil: "2026-07-11" });
  });

  it.each(["", "<html>", "[]", "{}", listOf(), listOf({ name: 5 }), listOf({ name: "x".repeat(200) })])(
    "refuses what is none: %j",
    (body) => {
      expect(() => readReleases({ id: "php", label: "PHP" }, body)).toThrow(
        expect.objectContaining({ name: expect.stringMatching(/^(ZodError|SyntaxError)$/) }),
      );
    },
  );
});

describe("refreshing it", () => {
  it("asks nothing of networks that are not allowed, and stays with what came along", async () => {
    await begin();
    expect(await refresh()).toBe(0);
    expect(asked).toEqual([]);
    expect(findRelease("PHP", "8.2.1")?.supportedUntil).toBe("2026-12-31");
  });

  it("asks for each product once a day, and lets websites and hosts follow", async () => {
    await begin();
    const admin = await allowLoopback();
    const { id } = await createRecord(admin, "website", { cms: "TYPO3", cmsVersion: "13.4.22", phpVersion: "8.4" });
    const { id: hostId } = await createRecord(admin, "host", { phpVersions: ["8.4", "8.2"] });
    expect((await admin.host.get({ id: hostId })).values.phpSupport).toBe("ending");
    await office.services.db.updateTable("hosts").set({ phpSupport: null }).where("id", "=", hostId).execute();
    answers.set("*", listOf(release("1", { isEol: true })));
    answers.set("/api/v1/products/typo3/", listOf(release("13", { eolFrom: "2026-01-01" })));
    answers.set("/api/v1/products/php/", "<p>Wartung</p>");
    const count = shippedProducts().length;
    expect(await refresh()).toBe(count - 1);
    expect(asked).toHaveLength(count);
    expect((await admin.website.get({ id })).values).toMatchObject({ updates: "unsupported", phpSupport: "supported" });
    expect((await admin.host.get({ id: hostId })).values.phpSupport).toBe("ending");
    const { software, releasesAsOf } = await admin.technology.get({ id });
    expect(software[0]).toMatchObject({ state: "unsupported", supportedUntil: "2026-01-01" });
    expect(releasesAsOf).toEqual(office.services.now());
    expect(await refresh()).toBeUndefined();
    office.advance(dayMs);
    answers.clear();
    expect(await refresh()).toBe(0);
    expect(asked).toHaveLength(count + 1);
    expect(findRelease("TYPO3", "13.4.1")?.supportedUntil).toBe("2026-01-01");
    expect(findRelease("TYPO3", "11.5")?.supportedUntil).toBe("2024-10-31");
  });
});
