import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import type { Cell, Reading } from "../../../contract/imports/imports.ts";
import { readHead, readRows } from "../../../server/imports/file-thread.ts";
import { limits } from "../../../server/imports/limits.ts";
import { refuseZipBomb } from "../../../server/imports/read-xlsx.ts";
import { importFile } from "../../support/import-desk.ts";

const head = (bytes: Buffer, asked: Partial<Reading> = {}) => readHead("text", bytes, asked, 20);
const cells = async (bytes: Buffer, asked?: Partial<Reading>) =>
  (await head(bytes, asked)).rows.map((row) => row.cells);
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

describe("the encoding", () => {
  it.each([
    ["UTF-8", Buffer.from("Name;Ort\nBöhm;Köln\n"), "utf-8"],
    ["UTF-8 with a byte order mark", Buffer.from("\uFEFFName;Ort\nBöhm;Köln\n"), "utf-8"],
    ["Windows-1252", Buffer.from("Name;Ort\nBöhm;Köln\n", "latin1"), "windows-1252"],
    ["UTF-16 with a byte order mark", utf16("Name;Ort\nBöhm;Köln\n"), "utf-16le"],
    ["UTF-16 without one", Buffer.from("Name;Ort\nBöhm;Köln\n", "utf16le"), "utf-16le"],
  ] as const)("is found to be %s", async (_case, bytes, encoding) => {
    const found = await head(bytes);
    expect(found.reading.encoding).toBe(encoding);
    expect(found.rows.map((row) => row.cells)).toEqual([
      ["Name", "Ort"],
      ["Böhm", "Köln"],
    ]);
  });

  it("is the one that the person chooses instead", async () => {
    expect(await cells(Buffer.from("Böhm"), { encoding: "windows-1252" })).toEqual([["BÃ¶hm"]]);
  });

  it("keeps the euro sign and the quotes of Windows-1252", async () => {
    expect(await cells(Buffer.from([0x80, 0x20, 0x84, 0x41, 0x93]))).toEqual([["€ „A“"]]);
  });
});

describe("the delimiter", () => {
  it.each([
    [";", "Name;Ort, Straße\nBöhm;Köln, Markt 1\nAmsel;Mainz, Weg 2\n"],
    [",", 'Name,Ort\n"Böhm; Söhne",Köln\nAmsel,Mainz\n'],
    ["\t", "Name\tOrt\nBöhm, Söhne\tKöln\n"],
    ["|", "Name|Ort\nBöhm|Köln\n"],
    [";", "www.amsel.example\nwww.boehm.example\n"],
  ] as const)("is found to be %j", async (delimiter, text) => {
    expect((await head(Buffer.from(text))).reading.delimiter).toBe(delimiter);
  });
});

describe("the rows", () => {
  it("keep quoted line breaks, quotes and delimiters", async () => {
    const text = 'Name;Notiz\r\n"Böhm ""Söhne""";"erste Zeile;\r\nzweite Zeile"\r\nAmsel;\r\n';
    expect(await cells(Buffer.from(text))).toEqual([
      ["Name", "Notiz"],
      ['Böhm "Söhne"', "erste Zeile;\r\nzweite Zeile"],
      ["Amsel"],
    ]);
  });

  it("are counted as spreadsheets count them, empty ones left out", async () => {
    const { rows, total } = await head(Buffer.from("Name\n\nBöhm\n;;\nAmsel\n"));
    expect(rows.map(({ number }) => number)).toEqual([1, 3, 5]);
    expect(total).toBe(3);
  });

  it("end with \\r, \\n or both, in one file", async () => {
    expect(await cells(Buffer.from("a;1\rb;2\nc;3\r\nd;4"))).toEqual([
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
      ["d", "4"],
    ]);
  });

  it("come in batches, one thread for all of them", async () => {
    const text = Array.from({ length: 1203 }, (_, at) => `Kunde ${at};Köln`).join("\n");
    const sizes: number[] = [];
    const reading: Reading = { encoding: "utf-8", delimiter: ";" };
    for await (const batch of readRows("text", Buffer.from(text), reading, 500)) sizes.push(batch.length);
    expect(sizes).toEqual([500, 500, 203]);
  });

  it.each([
    ["an endless quote", 'Name;Ort\n"Böhm;Köln\nAmsel;Mainz\n'],
    ["no rows", "\n \n"],
    ["too many columns", Array.from({ length: 201 }, (_, at) => `c${at}`).join(";")],
    ["too many rows", "a\n".repeat(limits.rows + 2)],
  ])("are refused for %s, with a sentence", async (_case, text) => {
    await expect(head(Buffer.from(text))).rejects.toMatchObject({
      code: "invalid",
      fields: { file: [expect.any(String)] },
    });
  });
});

describe("a workbook", () => {
  const workbook = async (sheets: { sheet: string; data: (string | number | Date | boolean | null)[][] }[]) => {
    const written = writeXlsxFile(
      sheets.map(({ sheet, data }) => ({
        sheet,
        data: data.map((row) =>
          row.map((value) => ({ value, ...(value instanceof Date && { format: "dd.mm.yyyy" }) })),
        ),
      })) as never,
    );
    return (written as unknown as { toBuffer(): Promise<Buffer> }).toBuffer();
  };

  it("keeps numbers, and gives dates as ISO and yes or no in words", async () => {
    const data = [
      ["Name", "Preis", "Datum", "Aktiv", "PLZ"],
      ["Böhm", 1234.5, new Date("2026-11-20T00:00:00Z"), true, "01067"],
    ];
    const found = await readHead("xlsx", await workbook([{ sheet: "Kunden", data }]), {}, 20);
    expect(found.sheets).toEqual(["Kunden"]);
    expect(found.rows[1]?.cells).toEqual(["Böhm", 1234.5, "2026-11-20", "Ja", "01067"] satisfies Cell[]);
  });

  it("is read by the sheet that the person chooses", async () => {
    const bytes = await workbook([
      { sheet: "Erste", data: [["A"]] },
      { sheet: "Zweite", data: [["B"]] },
    ]);
    const found = await readHead("xlsx", bytes, { sheet: "Zweite" }, 20);
    expect(found.rows.map((row) => row.cells)).toEqual([["B"]]);
  });

  it("is refused when it is none", async () => {
    const bytes = Buffer.from(zipSync({ "a.txt": Buffer.from("kein Buch") }));
    await expect(readHead("xlsx", bytes, {}, 20)).rejects.toMatchObject({ code: "invalid" });
  });

  it("is refused for a cell far away, before a grid is filled up to it", async () => {
    const sheet = (address: string, content: string) =>
      `<worksheet><sheetData><row><c r="A1"><v>1</v></c><c r="${address}" s="1"${content}</row></sheetData></worksheet>`;
    const pack = (address: string, content = "><v>2</v></c>") =>
      zipSync({ "xl/worksheets/sheet1.xml": Buffer.from(sheet(address, content)) });
    await expect(readHead("xlsx", pack("XFD1048576"), {}, 20)).rejects.toMatchObject({
      code: "invalid",
      fields: { file: [expect.stringContaining("200")] },
    });
    expect(() => refuseZipBomb(pack("A1048576"))).toThrow(expect.objectContaining({ code: "tooManyRows" }));
    // Formatted far beyond its content, as LibreOffice leaves sheets, is not larger for it.
    expect(() => refuseZipBomb(pack("XFD1048576", "/>"))).not.toThrow();
    expect(() => refuseZipBomb(pack("KN100100"))).not.toThrow();
  });

  it("is refused before it fills the memory", () => {
    const bomb = zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(limits.unpackedBytes + 1024) }, { level: 9 });
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(() => refuseZipBomb(bomb)).toThrow(expect.objectContaining({ code: "tooLarge" }));
  });
});

it("a German customer list in Windows-1252 is read as it stands", async () => {
  const { reading, rows } = await head(importFile("kunden.csv"));
  expect(reading).toEqual({ encoding: "windows-1252", delimiter: ";" });
  expect(rows[1]?.cells.slice(0, 3)).toEqual(["K-00101", "Bäckerei Böhm & Söhne", "Mühlenstraße 3"]);
  expect(rows[1]?.cells[8]).toBe("Zwei Filialen;\r\nbitte nachmittags anrufen");
});
