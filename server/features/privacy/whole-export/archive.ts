import { readTable } from "../../../db/read-table.ts";
import { Problem } from "../../../problem.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import type { Services } from "../../../trpc/context.ts";
import { findFile } from "../../files/queries.ts";
import type { ZippedFile } from "../../wiki/formats/zip-stream.ts";
import { markdownFiles } from "../../wiki/transfer/export-markdown.ts";
import { openPageExport, type PageExport } from "../../wiki/transfer/exported-pages.ts";
import { type ExportedTable, exportedTables } from "./tables.ts";

export interface WholeArchive {
  /** How many parts it will have. */
  total: number;
  files: AsyncGenerator<ZippedFile>;
}

type Ctx = RecordContext & { uploads: Pick<Services["uploads"], "store"> };

/** Everything that the person may read: tables as JSON and CSV, the wiki as Markdown, and all files. */
export async function openWholeArchive(ctx: Ctx): Promise<WholeArchive> {
  const { db, person, uploads } = ctx;
  const tables = await exportedTables(db, person);
  const pages = await openWiki(ctx);
  const keys: string[] = [];
  for (const table of tables)
    if (table.name === "files")
      for await (const { key } of readTable(db, "files", ["key"], table.condition)) keys.push(key as string);

  async function* write(): AsyncGenerator<ZippedFile> {
    for (const table of tables) {
      yield { path: `Tabellen/${table.name}.json`, content: asJson(table) };
      yield { path: `Tabellen/${table.name}.csv`, content: asCsv(table) };
    }
    if (pages) for await (const file of markdownFiles(uploads, pages)) yield { ...file, path: `Wiki/${file.path}` };
    for (const key of keys) {
      const file = await findFile(db, key, person);
      const content = file && (await uploads.store.read(key));
      if (file && content) yield { path: `Dateien/${key}/${safeName(file.filename)}`, content };
    }
  }

  const rowsOf = ({ name, columns, condition }: ExportedTable) => readTable(db, name, columns, condition);
  const encoder = new TextEncoder();

  async function* asJson(table: ExportedTable): AsyncGenerator<Uint8Array> {
    let separator = "[\n";
    for await (const row of rowsOf(table)) {
      yield encoder.encode(`${separator}${JSON.stringify(row)}`);
      separator = ",\n";
    }
    yield encoder.encode(separator === "[\n" ? "[]\n" : "\n]\n");
  }

  async function* asCsv(table: ExportedTable): AsyncGenerator<Uint8Array> {
    yield encoder.encode(`\uFEFF${table.columns.join(";")}\r\n`);
    for await (const row of rowsOf(table))
      yield encoder.encode(`${table.columns.map((name) => toCell(row[name])).join(";")}\r\n`);
  }

  const written = pages ? pages.order.length + pages.paths.files.size : 0;
  return { total: tables.length * 2 + written + keys.length, files: write() };
}

/** Undefined while there are no pages. */
function openWiki(ctx: Ctx): Promise<PageExport | undefined> {
  return openPageExport(ctx, { scope: { kind: "all" }, format: "markdown", isUnlimited: true }).catch(
    (error: unknown) => {
      if (error instanceof Problem && error.code === "not_found") return undefined;
      throw error;
    },
  );
}

/** A cell that a spreadsheet would compute gets `'`. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const safeName = (name: string) => name.replace(/[/\\:*?"<>|]/g, "_").replace(/^\.+/, "_");
