import { gzipSync as gzip, zipSync as zip } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { keepReport } from "../../../server/features/dmarc/commands.ts";
import { openReport } from "../../../server/features/dmarc/read-report.ts";
import { receiveDmarcReport } from "../../../server/features/dmarc/receive.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { chanceOf } from "../../support/chance.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const seconds = (day: string) => Date.parse(`${day}T00:00:00.000Z`) / 1000;
const row = (ip: string, count: number | string, dkim = "pass", spf = "pass", disposition = "none") =>
  `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row><identifiers><header_from>amsel.de</header_from></identifiers></record>`;
const reportOf = (rows: string, { id = "r-1", domain = "amsel.de", day = "2026-11-18" } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><feedback><report_metadata><org_name>Postamt</org_name><report_id>${id}</report_id><date_range><begin>${seconds(day)}</begin><end>${seconds(day) + 86_399}</end></date_range></report_metadata><policy_published><domain>${domain}</domain><p>reject</p></policy_published>${rows}</feedback>`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
// Archives name the time at which they were made: without one of their own, their bytes would differ with each run.
const mtime = "2026-11-20T09:13:00.000Z";
const gzipSync = (bytes: Uint8Array) => gzip(bytes, { mtime });
const zipSync = (files: Record<string, Uint8Array>) => zip(files, { mtime });
const good = reportOf(row("192.0.2.80", 90) + row("203.0.113.9", 10, "fail", "fail", "reject"));

function read(bytes: Uint8Array, step = bytes.length || 1) {
  const reader = openReport();
  for (let start = 0; start < bytes.length; start += step) reader.push(bytes.subarray(start, start + step));
  return reader.finish();
}

describe("an aggregate report", () => {
  it.each([
    ["as XML", bytesOf(good)],
    ["as gzip", gzipSync(bytesOf(good))],
    ["as zip", zipSync({ "readme.txt": bytesOf("hallo"), "google.com!amsel.de.xml": bytesOf(good) })],
  ])("is read %s, in pieces of any size", (_how, bytes) => {
    for (const step of [1, 7, 4096])
      expect(read(bytes, step)).toMatchObject({
        org: "Postamt",
        reportId: "r-1",
        domain: "amsel.de",
        policy: "reject",
        sources: [
          { ip: "192.0.2.80", messages: 90, passed: 90, stopped: 0 },
          { ip: "203.0.113.9", messages: 10, passed: 0, dkimPassed: 0, spfPassed: 0, stopped: 10 },
        ],
      });
  });

  it("passes where one of the two does, and is summed by address", () => {
    const sources = read(
      bytesOf(reportOf(row("192.0.2.1", 2, "pass", "fail") + row("192.0.2.1", 3, "fail", "pass"))),
    ).sources;
    expect(sources).toEqual([{ ip: "192.0.2.1", messages: 5, passed: 5, dkimPassed: 2, spfPassed: 3, stopped: 0 }]);
  });

  it("has a bounded number of sources, however many it names", () => {
    const rows = Array.from({ length: 6000 }, (_, at) => row(`10.${at >> 8}.${at & 255}.1`, 1)).join("");
    const { sources } = read(bytesOf(reportOf(rows)));
    expect(sources).toHaveLength(5001);
    expect(sources.at(-1)).toMatchObject({ ip: "", messages: 1000 });
  });

  it.each([
    ["", "empty"],
    ["Hallo, das ist kein Bericht.", "invalidXml"],
    ["<rss></rss>", "noReport"],
    [good.slice(0, -20), "invalidXml"],
    [`<!DOCTYPE a [<!ENTITY a "aaaa">]>${good}`, "doctype"],
    [`<!DOCTYPE feedback SYSTEM "file:///etc/passwd"><feedback></feedback>`, "doctype"],
    [good.replace("Postamt", "&gibtsnicht;"), "invalidXml"],
    [`${"<feedback>".repeat(40)}`, "tooDeep"],
    ["<feedback></feedback>", "missingHead"],
    [reportOf(row("keine-adresse", 1)), "invalidSource"],
    [reportOf(row("192.0.2.1", "viele")), "invalidCount"],
    [reportOf(row("192.0.2.1", -4)), "invalidCount"],
    [reportOf("", { day: "1999-01-01" }), "missingHead"],
  ])("is refused as %.30s", (text, code) => {
    expect(() => read(bytesOf(text))).toThrow(expect.objectContaining({ name: "UnreadableReport", code }));
  });

  it("is refused as a bomb, a damaged archive, and an archive with none or several", () => {
    const faulty = (code: string) => expect.objectContaining({ name: "UnreadableReport", code });
    const spaces = new Uint8Array(8 * 1024 * 1024).fill(32);
    // The limit of the portal takes a busy machine minutes to reach.
    const bomb = openReport({ maxUnpackedBytes: 20 * 1024 * 1024 });
    const packed = gzipSync(spaces);
    const long = bytesOf("<feedback>");
    bomb.push(gzipSync(long));
    expect(() => {
      for (let member = 0; member < 3; member += 1) bomb.push(packed);
    }).toThrow(faulty("tooLarge"));
    expect(() => read(gzipSync(bytesOf(good)).fill(0, 20, 60))).toThrow(faulty("invalidXml"));
    expect(() => read(zipSync({ "a.txt": bytesOf("a") }))).toThrow(faulty("noReport"));
    expect(() => read(zipSync({ "a.xml": bytesOf(good), "b.xml": bytesOf(good) }))).toThrow(faulty("severalReports"));
  });

  it("never makes the reader crash or hang, whatever the bytes are", () => {
    const random = chanceOf(11);
    const shapes = [bytesOf(good), gzipSync(bytesOf(good)), zipSync({ "a.xml": bytesOf(good) })];
    for (let round = 0; round < 600; round += 1) {
      const bytes = Uint8Array.from(shapes[round % 3] ?? []);
      for (let hit = 0; hit <= round % 5; hit += 1) bytes[random.below(bytes.length)] = random.below(256);
      try {
        read(bytes, 1 + random.below(200));
      } catch (error) {
        expect((error as Error).name).toBe("UnreadableReport");
      }
    }
  });
});

describe("a domain's reports", () => {
  let office: Office;
  let person: Person;
  let keeper: Api;
  let id: string;
  beforeEach(async () => {
    office = await openOffice();
    person = await office.hire({ role: "member" });
    keeper = await office.as(person);
    id = (await createRecord(keeper, "domain", { name: "amsel.de" })).id;
  });
  const keep = async (text: string) => {
    const { person: who, ...context } = await office.contextOf(person);
    if (!who) throw new Error("nobody");
    async function* body() {
      yield bytesOf(text);
    }
    return keepReport({ ...context, person: who }, id, await receiveDmarcReport(who.id, body()));
  };

  it("are seen by those who may see the domain, and removed by those who may edit", async () => {
    expect((await refusalOf((await office.as()).dmarc.get({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(keeper.dmarc.get({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    const kept = await keep(good);
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await reader.dmarc.get({ id })).can).toEqual({ upload: false });
    expect((await refusalOf(reader.dmarc.remove({ id, reportId: kept.id }))).code).toBe("FORBIDDEN");
    const { id: other } = await createRecord(keeper, "domain");
    expect((await refusalOf(keeper.dmarc.remove({ id: other, reportId: kept.id }))).code).toBe("NOT_FOUND");
    await keeper.dmarc.remove({ id, reportId: kept.id });
    expect((await keeper.dmarc.get({ id })).reports).toEqual([]);
    expect(await office.services.db.selectFrom("dmarcSources").selectAll().execute()).toEqual([]);
  });

  it("say who sends in its name, what is ours, and how it went over time", async () => {
    const host = await createRecord(keeper, "host", { name: "mail01", ips: ["192.0.2.80"] });
    await keep(good);
    await keep(reportOf(row("192.0.2.80", 40), { id: "r-2", day: "2026-11-10" }));
    const view = await keeper.dmarc.get({ id });
    expect(view).toMatchObject({ messages: 140, passed: 130, moreSources: 0 });
    expect(view.sources).toMatchObject([
      { ip: "203.0.113.9", messages: 10, stopped: 10, host: null },
      { ip: "192.0.2.80", messages: 130, host: { id: host.id, label: "mail01" }, firstDay: "2026-11-10" },
    ]);
    expect(view.weeks.slice(-2)).toEqual([
      { day: "2026-11-09", passed: 40, failed: 0 },
      { day: "2026-11-16", passed: 90, failed: 10 },
    ]);
  });

  it("are taken once, for this domain, and not when they are very old", async () => {
    await keep(good);
    await expect(keep(good)).rejects.toMatchObject({ code: "conflict" });
    const refused = (named: string) => ({ code: "invalid", fields: { file: [expect.stringContaining(named)] } });
    const others = reportOf("", { domain: "drossel.de" });
    await expect(keep(others)).rejects.toMatchObject(refused("drossel.de"));
    const old = reportOf("", { day: "2024-01-01", id: "alt" });
    await expect(keep(old)).rejects.toMatchObject(refused("400"));
    await expect(keep("kein Bericht")).rejects.toMatchObject(refused(""));
    expect((await keeper.dmarc.get({ id })).reports).toHaveLength(1);
  });
});
