import { rmSync } from "node:fs";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drainWholeExports } from "../../server/features/privacy/whole-export/runs.ts";
import { stores } from "../../server/features/records.ts";
import type { Api } from "../../server/features/router.ts";
import { readWordsApart } from "../../server/features/wiki/formats/transfer-thread.ts";
import { writePrintableList } from "../../server/http/files/printable-list.ts";
import { streamOf } from "../../server/http/files/stream-of.ts";
import { openExport } from "../../server/records/export/open-export.ts";
import { escapeXml } from "../../server/records/export/sheet-xml.ts";
import type { Person } from "../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../support/file-desk.ts";
import { createRecord } from "../support/records/records.ts";

let desk: FileDesk;
let timo: Person;
let jana: Person;
let api: Api;

beforeEach(async () => {
  desk = await openFileDesk();
  timo = await desk.hire({ name: "Timo Brandt", role: "admin" });
  jana = await desk.hire({ name: "Jana Petersen" });
  api = await desk.as(timo);
});
afterEach(() => desk.close());

const get = (file: string, person: Person | undefined = timo) => desk.get(person, `/api/export/${file}`);

/** The lines of a CSV without its mark, its head first. */
async function csv(file: string, person?: Person): Promise<string[]> {
  const answer = await get(file, person);
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text.endsWith("\r\n")).toBe(true);
  return text.slice(0, -2).split("\r\n");
}

async function xlsx(file: string, person?: Person): Promise<Buffer> {
  const answer = await get(file, person);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe("an export is refused", () => {
  it("to strangers and to roles without the ability, in German", async () => {
    await createRecord(api, "website");
    const reader = await desk.hire({ role: "readonly" });
    for (const file of ["websites.csv", "websites.xlsx", "websites.pdf"]) {
      const stranger = await desk.get(undefined, `/api/export/${file}`);
      expect([stranger.status, (await get(file, reader)).status]).toEqual([401, 403]);
      expect((await stranger.json()).message).toMatch(/\.$/);
    }
  });

  it.each(["nirgends.csv", "websites.docx", "websites", "websites.csv.xlsx", "__proto__.csv"])(
    "as %s, which there is not",
    async (file) => {
      expect((await get(file)).status).toBe(404);
    },
  );

  it("to a member who filters or sorts by what they may not see", async () => {
    await createRecord(api, "domain", { costCents: 100 });
    expect((await get("domains.csv?f[costCents]=between:1..", jana)).status).toBe(403);
    expect((await get("domains.xlsx?sort=-holderName", jana)).status).toBe(403);
    expect((await get("domains.csv?f[costCents]=between:1..")).status).toBe(200);
  });

  it("of more selected records than a selection has", async () => {
    const ids = Array.from({ length: 501 }, (_, at) => `r${at}`).join();
    expect((await get(`websites.csv?ids=${ids}`)).status).toBe(413);
  });

  it("from another origin's form", async () => {
    const headers = { origin: "https://fremd.example", "content-type": "application/x-www-form-urlencoded" };
    const answer = await desk.get(timo, "/api/export/websites.csv", { method: "POST", headers, body: "ids=a" });
    expect(answer.status).toBe(403);
  });
});

describe("the file", () => {
  it("holds exactly the filter, the columns and the order of the list, under its name", async () => {
    const { id: customerId } = await createRecord(api, "customer", { name: "Weingut Amsel" });
    await createRecord(api, "website", { name: "Bistro", kind: "shop", cms: "Kirby", launchedAt: "2026-02-03" });
    await createRecord(api, "website", { name: "Amsel", kind: "shop", customerId, launchedAt: "2025-12-01" });
    await createRecord(api, "website", { name: "Portal", kind: "portal" });
    const list = "f[kind]=oneOf:shop&sort=-launchedAt&columns=name,launchedAt,kind,customerId,cms&page=3&limit=25";
    expect(await csv(`websites.csv?${list}`)).toEqual([
      "Name;Online seit;Art;Kunde;System",
      "Bistro;2026-02-03;Shop;;Kirby",
      "Amsel;2025-12-01;Shop;Weingut Amsel;",
    ]);
    const answer = await get("websites.xlsx");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="Websites 2026-11-20.xlsx"; filename*=UTF-8''Websites%202026-11-20.xlsx`,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    await answer.arrayBuffer();
  });

  it("opens a built-in view and the archive as the list does", async () => {
    const { id } = await createRecord(api, "website", { name: "Alt" });
    await createRecord(api, "website", { name: "Neu" });
    await api.website.archive({ id });
    expect((await csv("websites.csv?view=archive&columns=name")).slice(1)).toEqual(["Alt"]);
    expect((await csv("websites.csv?q=neu&columns=name")).slice(1)).toEqual(["Neu"]);
  });

  it("leaves out what the person may not see", async () => {
    await createRecord(api, "domain", { name: "amsel.example", costCents: 1250, holderName: "Inge Inhaber" });
    const columns = "columns=name,costCents,holderName,marginCents,noticeDays";
    expect(await csv(`domains.csv?${columns}`, jana)).toEqual(["Domain;Kündigungsfrist (Tage)", "amsel.example;"]);
    expect(await readSheet(await xlsx(`domains.xlsx?${columns}`, jana))).toEqual([
      ["Domain", "Kündigungsfrist (Tage)"],
      ["amsel.example", null],
    ]);
    expect((await csv(`domains.csv?${columns}`))[1]).toBe("amsel.example;12,50;Inge Inhaber;;");
  });

  it("holds the selection alone, from a URL or from a form", async () => {
    const ids: string[] = [];
    for (const name of ["C", "A", "B"]) ids.push((await createRecord(api, "tag", { name })).id);
    const [c, a] = ids;
    expect(await csv(`tags.csv?columns=name&ids=${c},${a},nirgends`)).toEqual(["Name", "A", "C"]);
    const body = new URLSearchParams({ ids: ids.join() });
    const answer = await desk.get(timo, "/api/export/tags.csv?columns=name&sort=-name", { method: "POST", body });
    expect((await answer.text()).split("\r\n").slice(1, -1)).toEqual(["C", "B", "A"]);
  });
});

describe("1,200 rows", () => {
  beforeEach(async () => {
    for (let at = 0; at < 1200; at += 1) await createRecord(api, "tag", { name: `Tag ${String(at).padStart(4, "0")}` });
  });

  it("are 1,200 rows in CSV and in XLSX", async () => {
    const expected = Array.from({ length: 1200 }, (_, at) => `Tag ${String(at).padStart(4, "0")}`);
    expect((await csv("tags.csv?columns=name&limit=25")).slice(1)).toEqual(expected);
    const rows = await readSheet(await xlsx("tags.xlsx?columns=name&limit=25"));
    expect(rows.slice(1).map(([name]) => name)).toEqual(expected);
  });

  it("stay those of the start while others write", async () => {
    const ctx = { ...(await desk.contextOf(timo)), person: timo };
    const input = { scope: { where: [], archived: false }, orderBy: [{ field: "name" }], columns: ["name"] };
    const pages = (await openExport(stores.tag, ctx, input)).pages();
    const first = (await pages.next()).value?.length ?? 0;
    await createRecord(api, "tag", { name: "AAA ganz vorn" });
    const { data } = await api.tag.list({ limit: 100 });
    await api.tag.archiveMany({ selection: { ids: data.slice(1).map(({ id }) => id) } });
    const names: unknown[] = [];
    for await (const page of pages) for (const [cell] of page) names.push(cell?.kind === "text" && cell.text);
    expect([first + names.length, new Set(names).size]).toEqual([1200, names.length]);
    expect(names).not.toContain("AAA ganz vorn");
  });
});

describe("CSV", () => {
  it("quotes what needs it and keeps formulas text, but lets numbers be numbers", async () => {
    const make = (name: string, body: object) => createRecord(api, "customer", { name, ...body });
    await make("=SUMME(A1)", { phone: "+49 30 123456", hourlyRateCents: 123456 });
    await make("@import", { taxNo: "-1+1" });
    await make('Zitat "A"; B', { notes: "eins\nzwei" });
    const lines = await csv("customers.csv?columns=name,phone,taxNo,hourlyRateCents,notes");
    expect(lines).toEqual([
      "Firma / Name;Telefon;Steuernummer;Stundensatz;Notizen",
      "'=SUMME(A1);'+4930123456;;1234,56;",
      "'@import;;'-1+1;;",
      `"Zitat ""A""; B";;;;"eins\nzwei"`,
    ]);
    const [, first] = await csv("customers.csv?columns=name,hourlyRateCents&decimal=point");
    expect(first).toBe("'=SUMME(A1);1234.56");
  });

  it("keeps negative numbers numbers", async () => {
    await createRecord(api, "domain", {
      name: "amsel.example",
      renewsAt: "2026-11-18",
      costCents: 900,
      priceCents: 500,
    });
    expect((await csv("domains.csv?columns=name,daysLeft,marginCents"))[1]).toBe("amsel.example;-2;-4,00");
  });
});

describe("XLSX", () => {
  it("has real dates and numbers, and text that is never a formula", async () => {
    const { id: tag } = await createRecord(api, "tag", { name: "A & B <c>" });
    await createRecord(api, "domain", {
      name: "amsel.example",
      renewsAt: "2026-03-29",
      costCents: 1250,
      noticeDays: 30,
      autoRenew: true,
      nis2Note: "=HYPERLINK(1) _x0041_ Ende",
      nameservers: ["ns1.example.net", "ns2.example.net"],
      tags: [tag],
    });
    const columns = "columns=name,renewsAt,costCents,noticeDays,autoRenew,nis2Note,nameservers,tags,registeredAt";
    const file = await xlsx(`domains.xlsx?${columns}`);
    const [head, row] = await readSheet(file);
    expect(head?.slice(0, 3)).toEqual(["Domain", "Nächste Verlängerung", "Einkauf/Jahr"]);
    expect(row).toEqual([
      "amsel.example",
      new Date("2026-03-29T00:00:00Z"),
      12.5,
      30,
      "Ja",
      expect.stringContaining("=HYPERLINK(1)"),
      "ns1.example.net, ns2.example.net",
      "A & B <c>",
      null,
    ]);

    const parts = unzipSync(file);
    const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] as Uint8Array);
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).not.toContain("<f>");
    expect(sheet).toContain(
      '<c r="F2" t="inlineStr" s="5"><is><t xml:space="preserve">=HYPERLINK(1) _x005F_x0041_ Ende</t>',
    );
    expect(sheet).toMatch(/<col min="1" max="1" width="\d+" customWidth="1"\/>/);
    const styles = strFromU8(parts["xl/styles.xml"] as Uint8Array);
    expect(styles.match(/<xf [^>]*>/g)?.at(-1)).toContain('quotePrefix="1"');
  });

  it("holds no character that XML does not know, whatever was stored", () => {
    expect(escapeXml('a\u0000\u0007\ud800\ufffe\tb\n<&"> 🍷')).toBe("a\ufffd\tb\n&#60;&#38;&#34;&#62; 🍷");
  });

  it("opens without a single row", async () => {
    const rows = await readSheet(await xlsx("hosts.xlsx?columns=name"));
    expect(rows).toEqual([["Name"]]);
  });
});

describe("an export of everything", () => {
  const archive = (id: string) => `privacy/alles-${id}.zip`;

  async function exportAll(): Promise<string> {
    const { id } = await api.privacy.startWholeExport({});
    await drainWholeExports();
    return id;
  }

  it("is refused to strangers, to all but admins and to another admin, and tells them nothing", async () => {
    await createRecord(api, "customer", { name: "Weingut Amsel" });
    const id = await exportAll();
    const stranger = await desk.get(undefined, `/api/export/${archive(id)}`);
    const answers: [number, Response][] = [[401, stranger]];
    for (const role of ["readonly", "member", "maintainer"] as const)
      answers.push([403, await get(archive(id), await desk.hire({ role }))]);
    answers.push([404, await get(archive(id), await desk.hire({ role: "admin" }))]);
    for (const [status, answer] of answers) {
      expect([answer.status, answer.headers.get("content-disposition")]).toEqual([status, null]);
      expect((await answer.json()).message).toMatch(/\.$/);
    }
  });

  it("is not there under another name, while it runs, and once its day is over", async () => {
    const { id } = await api.privacy.startWholeExport({});
    await drainWholeExports();
    for (const name of [`alles-${id}`, `alles-${id}.zip.zip`, `alles-..%2F${id}.zip`, "alles-.zip", `${id}.zip`])
      expect([name, (await get(`privacy/${name}`)).status]).toEqual([name, 404]);
    desk.advance(24 * 3_600_000 - 1);
    expect((await get(archive(id))).status).toBe(200);
    desk.advance(2);
    expect((await get(archive(id))).status).toBe(404);
    await desk.services.db
      .insertInto("wholeExports")
      .values({
        id: "noch-im-gange",
        state: "running",
        createdAt: desk.services.now().toISOString(),
        finishedAt: null,
        size: null,
        startedById: timo.id,
      })
      .execute();
    expect((await get(archive("noch-im-gange"))).status).toBe(404);
  });

  it("comes whole to the admin who had it made, and is kept by no cache", async () => {
    await createRecord(api, "customer", { name: "Weingut Amsel" });
    const answer = await get(archive(await exportAll()));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-disposition")).toContain('attachment; filename="Alles 2026-11-20.zip"');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    const parts = unzipSync(bytes);
    expect(JSON.parse(strFromU8(parts["Tabellen/customers.json"] ?? new Uint8Array()))).toEqual([
      expect.objectContaining({ name: "Weingut Amsel" }),
    ]);
  });

  it("says that it is gone when its file is", async () => {
    const id = await exportAll();
    rmSync(path.join(desk.dataDir, "exports"), { recursive: true });
    const answer = await get(archive(id));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
  });
});

describe("the body of an export", () => {
  async function* numbers(log: string[]) {
    try {
      for (let at = 1; ; at += 1) {
        log.push(`made ${at}`);
        yield new Uint8Array([at]);
      }
    } finally {
      log.push("ended");
    }
  }

  it("is made as its reader takes it, and no more after they have left", async () => {
    const log: string[] = [];
    const reader = streamOf(numbers(log), () => {}).getReader();
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    expect((await reader.read()).value).toEqual(new Uint8Array([2]));
    await reader.cancel();
    const made = log.filter((line) => line !== "ended").length;
    expect(made).toBeLessThanOrEqual(3);
    expect(log.at(-1)).toBe("ended");
  });

  it("is no failure when its reader leaves in the middle of a page", async () => {
    const reported: unknown[] = [];
    const page = Promise.withResolvers<void>();
    const slow = (async function* () {
      yield new Uint8Array([1]);
      await page.promise;
      yield new Uint8Array([2]);
    })();
    const reader = streamOf(slow, (error) => reported.push(error)).getReader();
    await reader.read();
    const left = reader.cancel();
    page.resolve();
    await left;
    expect([reported, await slow.next()]).toEqual([[], { done: true, value: undefined }]);
  });

  it("breaks off where its source fails, and reports it", async () => {
    const reported: unknown[] = [];
    const failing = (async function* () {
      yield new Uint8Array([1]);
      throw new Error("gone");
    })();
    const body = new Response(streamOf(failing, (error) => reported.push(error)));
    await expect(body.arrayBuffer()).rejects.toThrow("gone");
    expect(reported).toEqual([new Error("gone")]);
  });
});

describe("a list to print", () => {
  it("is a PDF with what the list shows, in German", async () => {
    await createRecord(api, "domain", { name: "amsel.de", renewsAt: "2027-03-01", priceCents: 123456 });
    const answer = await get("domains.pdf?columns=name,renewsAt,priceCents");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(answer.headers.get("content-disposition")).toMatch(/Domains%20\d{4}-\d\d-\d\d\.pdf/);
    const words = await readWordsApart(new Uint8Array(await answer.arrayBuffer()), "application/pdf");
    for (const shown of ["Domains", "1 Eintrag", "amsel.de", "01.03.2027", "1.234,56", "Verkauf/Jahr (€)"])
      expect(words).toContain(shown);
  });

  it("carries text as text, lies on its side for many columns, and is refused for more than fits", async () => {
    const label = { field: { kind: "text", label: "<b>Name</b>", format: "plain", max: 9 } as const, name: "name" };
    const of = (total: number, columns = 1) => ({
      ...{ name: "Websites", total, columns: Array.from({ length: columns }, () => label) },
      async *pages() {
        yield [[{ kind: "text" as const, text: "<script>alert(1)</script>" }]];
      },
    });
    const html = await writePrintableList(of(1), new Date());
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("landscape");
    expect(await writePrintableList(of(1, 5), new Date())).toContain("landscape");
    await expect(writePrintableList(of(1001), new Date())).rejects.toThrow("höchstens 1.000 Einträge");
  });
});

it("full-width characters of formulas are guarded, and a workbook has its default style", async () => {
  await createRecord(api, "tag", { name: "＝SUM(1)" });
  expect((await csv("tags.csv?columns=name")).slice(1)).toEqual(["'＝SUM(1)"]);
  const parts = unzipSync(new Uint8Array(await xlsx("tags.xlsx?columns=name")));
  expect(strFromU8(parts["xl/styles.xml"] as Uint8Array)).toContain(
    '<cellStyle name="Standard" xfId="0" builtinId="0"/>',
  );
});

it("the plugin for WordPress is a ZIP file with one folder, for whoever is signed in", async () => {
  const file = "wordpress/techcenter-reporter.zip";
  expect((await desk.get(undefined, `/api/export/${file}`)).status).toBe(401);
  expect((await get("wordpress/../../package.json")).status).toBe(404);
  const answer = await get(file, jana);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(entries).sort()).toEqual([
    "techcenter-reporter/LICENSE",
    "techcenter-reporter/techcenter-reporter.php",
    "techcenter-reporter/uninstall.php",
  ]);
  expect(strFromU8(entries["techcenter-reporter/techcenter-reporter.php"] ?? new Uint8Array())).toContain(
    "Plugin Name:",
  );
});
