import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import WebSocket from "ws";
import { imageWidths } from "../../../contract/files/file-url.ts";
import { plainState, toListInput } from "../../../contract/records/list-state.ts";
import { websites } from "../../../contract/websites/websites.ts";
import type { BenchPortal } from "../bench-portal.ts";
import type { Client } from "./client.ts";
import { awarenessOf, openPageSocket, pasteOf, typingOf } from "./page-socket.ts";
import { workbookOf } from "./workbooks.ts";

export interface Prepared {
  portal: BenchPortal;
  client: Client;
  /** A customer with 5,000 websites. */
  customerId: string;
  pageIds: readonly string[];
  /** Who runs all hosts, and one of these. */
  providerId: string;
  hostId: string;
}

export type Attack = (given: Prepared) => Promise<unknown>;

const many = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const tableOf = (rows: number, columns: number) => {
  const line = (text: string) => `|${` ${text} |`.repeat(columns)}\n`;
  return line("k") + line("---") + line("w").repeat(rows);
};
const shown = toListInput(plainState(websites), websites);
const body = (title: string) => ({ title });
const create = ({ client }: Prepared, title: string, markdown: string) =>
  client.mutate("pageTransfer.create", { body: body(title), markdown });

/** The largest page that there may be. */
const largest = `${tableOf(290, 10)}\n${"Absatz **fett** und normal.\n\n".repeat(650)}`;
const largestPage = async ({ client }: Prepared, title: string, parentId: string | null = null) => {
  const { id } = await client.insist("pageTransfer.create", { body: body(title), parentId, markdown: largest });
  return id;
};

async function onPage({ portal, client }: Prepared, frames: readonly Uint8Array[]) {
  const { id } = await client.insist("page.create", { body: body("Zum Schreiben") });
  const socket = await openPageSocket(portal, id);
  for (const frame of frames) socket.send(frame);
  await setTimeout(4000);
  socket.terminate();
}

async function openSockets({ portal }: Prepared, count: number): Promise<void> {
  const { soketi } = JSON.parse(readFileSync(path.join(portal.dataDir, "secrets.json"), "utf8"));
  const url = `${portal.url.replace("http", "ws")}/app/${soketi.key}?protocol=7&client=js&version=8.6.0`;
  const sockets = Array.from({ length: count }, () => {
    const socket = new WebSocket(url, { headers: { cookie: portal.cookie, origin: portal.url } });
    return socket.on("error", () => undefined);
  });
  await setTimeout(3000);
  for (const socket of sockets) socket.terminate();
}

async function beginImport({ client }: Prepared, bytes: Uint8Array): Promise<void> {
  const fileKey = await client.upload("liste.xlsx", bytes);
  await client.mutate("import.create", { type: "website", fileKey });
}

async function importRows({ client }: Prepared, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => `Neu ${row};https://neu-${row}.example;Kunde ${row % 400}`);
  const fileKey = await client.upload("liste.csv", Buffer.from(["Name;URL;Kunde", ...lines].join("\n")));
  const { id } = await client.insist("import.create", { type: "website", fileKey });
  const read = async () => (await client.query("import.get", { id })).json as { state: string; settings: object };
  const { settings } = await read();
  await client.insist("import.check", { id, settings: { ...settings, createMissing: ["customerId"] } });
  while ((await read()).state === "checking") await setTimeout(250);
}

/** What any role can send, by what it is called in the table. */
export const attacks: Record<string, Attack> = {
  "Wiki: 900 KB Tabelle als Markdown": (given) => create(given, "Tabelle", tableOf(45_000, 10)),
  "Wiki: 73 KB Tabelle als Markdown": (given) => create(given, "Kleine Tabelle", tableOf(3600, 10)),
  "Wiki: zehnmal 900 KB zugleich": (given) => many(10, (index) => create(given, `T ${index}`, tableOf(45_000, 10))),
  "Wiki: die größte Seite anlegen und ansehen": async (given) => {
    const id = await largestPage(given, "Größte Seite");
    await given.client.query("page.read", { id });
  },
  "Wiki: die größte Seite duplizieren": async (given) => {
    const id = await largestPage(given, "Zu duplizieren");
    await given.client.mutate("page.duplicate", { id });
  },
  "Wiki: 40 Seiten mit Unterseiten duplizieren": ({ client, pageIds }) =>
    client.mutate("page.duplicate", { id: pageIds[0], withChildren: true }),
  "Wiki: fünf größte Seiten als ZIP": async (given) => {
    const above = await largestPage(given, "Handbuch");
    for (let index = 0; index < 4; index += 1) await largestPage(given, `Kapitel ${index}`, above);
    await given.client.get(`/api/export/wiki/${above}.zip`);
  },
  "Wiki: Suche mit 200 Zeichen": ({ client }) =>
    client.query("page.search", { query: "server zertifikat wartung ".repeat(7).trim() }),
  "Schreiben: 20.000 Absätze in einer Änderung": (given) => onPage(given, [pasteOf(20_000)]),
  "Schreiben: 3.000 Absätze in einer Änderung": (given) => onPage(given, [pasteOf(3000)]),
  "Schreiben: 1.000 Anwesende": (given) => onPage(given, [awarenessOf(1000)]),
  "Schreiben: 2.000 Änderungen nacheinander": (given) => onPage(given, typingOf(2000)),
  "300 Live-Verbindungen": (given) => openSockets(given, 300),
  "20 Aufrufe in einem": ({ client }) =>
    client.batch(
      "website.list",
      Array.from({ length: 20 }, (_, index) => ({ ...shown, page: 2000 + index })),
    ),
  "1.200 Aufrufe in einem": ({ client }) =>
    client.batch(
      "website.get",
      Array.from({ length: 1200 }, () => ({ id: "x" })),
    ),
  "Liste: 100.000 Websites, „enthält“": ({ client }) =>
    client.query("website.list", { ...shown, search: "ottcher elmstedt 0423" }),
  "Palette: 200 Zeichen": ({ client }) => client.query("search.find", { query: "böttcher 04231 ".repeat(13).trim() }),
  "Dashboard: Handlungsbedarf, Zahlen und Langsamste": ({ client }) =>
    Promise.all([
      client.query("dashboard.due", { whose: "all" }),
      client.query("check.figures", undefined),
      client.query("check.slowest", undefined),
    ]),
  "Auswirkung eines Hosters": ({ client, hostId }) => client.query("impact.read", { type: "host", id: hostId }),
  "Auswirkung eines Anbieters mit 100.000 Websites": ({ client, providerId }) =>
    client.query("impact.read", { type: "provider", id: providerId }),
  Vertragslücken: ({ client }) => client.query("contractGap.list", {}),
  Kostenvorschau: ({ client }) => client.query("costForecast.read", {}),
  "Zeitstrahl eines Kunden mit 5.000 Websites": ({ client, customerId }) =>
    client.query("changeEvent.list", { type: "customer", id: customerId }),
  "Export: 100.000 Websites als XLSX": ({ client }) => client.get("/api/export/websites.xlsx"),
  "Import: XLSX mit einer Zelle bei XFD1048576": (given) =>
    beginImport(given, workbookOf({ rows: 1, columns: 1, far: "XFD1048576" })),
  "Import: viermal 400.000 Zellen zugleich": (given) => {
    const bytes = workbookOf({ rows: 20_000, columns: 20 });
    return many(4, () => beginImport(given, bytes));
  },
  "Import: Probelauf mit 5.000 Zeilen": (given) => importRows(given, 5000),
  "Kunde mit 5.000 Websites umbenennen": ({ client, customerId }) =>
    client.insist("customer.update", { params: { id: customerId }, body: { name: "Neuer Name" } }),
  "Kunde mit 5.000 Websites archivieren und löschen": async ({ client, customerId }) => {
    await client.insist("customer.archive", { id: customerId });
    await client.mutate("customer.delete", { id: customerId, title: "Neuer Name" });
  },
  "200 Anmeldeseiten zugleich": ({ client }) => many(200, () => client.get("/auth/signin", { cookie: "" })),
  "Bilder: alle Breiten in zehn Güten zugleich": async ({ client }) => {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
    const photo = sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#456", noise } }).jpeg();
    const key = await client.upload("foto.jpg", await photo.toBuffer(), "image");
    await Promise.all(
      imageWidths.flatMap((width) =>
        Array.from({ length: 10 }, (_, tens) => client.get(`/api/file/${key}?w=${width}&q=${(tens + 1) * 10}`)),
      ),
    );
  },
};
