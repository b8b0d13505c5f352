import { parentPort, workerData } from "node:worker_threads";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import { fromMarkdown } from "../../../../contract/document/markdown/from-markdown.ts";
import { mimeTypeOf } from "../../../../contract/files/files.ts";
import type { PageMeta } from "../../../../contract/wiki/page-transfer.ts";
import type { FirstContent } from "../../../document/stored-content.ts";
import { UnreadableFile } from "./limits.ts";
import { type GivenFile, openSources } from "./open-sources.ts";
import { linkTargetsOf, type ReadPage, readPage, refuseTooLarge } from "./read-page.ts";
import { nameOf } from "./sources.ts";

export type TransferOrder =
  /** Reads the pages of an import from `from` on; with `isDry` only what would come of them. */
  | { kind: "pages"; given: GivenFile[]; from: number; known: number[]; isDry: boolean }
  | { kind: "markdown"; markdown: string }
  | { kind: "words"; bytes: Uint8Array; mimeType: string };

export interface OutlinedPage {
  path: string;
  title: string;
  parent: number | null;
  meta: PageMeta;
}

export interface CarriedFile {
  index: number;
  name: string;
  bytes: Uint8Array;
}

export interface ReadMarkdown {
  markdown: FirstContent;
}

export type TransferMessage =
  | { opened: { pages: OutlinedPage[]; files: string[]; hidden: string[] } }
  | { begins: number }
  | { read: { index: number; files: number[]; warnings: string[]; content: PageContent | null } }
  | { unreadable: { index: number; problem: string } }
  | ReadMarkdown
  | { words: string }
  | { problem: string };

export interface PageContent {
  document: DocumentJson;
  attached: number[];
  files: CarriedFile[];
}

const port = parentPort;
if (!port) throw new Error("runs as a worker thread only");
const send = (message: TransferMessage) => port.postMessage(message);
const called = () => new Promise<void>((resolve) => port.once("message", () => resolve()));

try {
  await work(workerData);
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  send({ problem: error.message });
}
port.close();

async function work(order: TransferOrder): Promise<void> {
  if (order.kind === "markdown") await readMarkdown(order.markdown);
  else if (order.kind === "words") await readText(order);
  else await readPages(order);
}

// A thread lives for one order, and loading takes longer than most of them: each loads only what it needs.

async function readText({ bytes, mimeType }: Extract<TransferOrder, { kind: "words" }>): Promise<void> {
  const { readFileText } = await import("./extract-text.ts");
  send({ words: await readFileText(bytes, mimeType) });
}

async function readMarkdown(markdown: string): Promise<void> {
  const { firstContent } = await import("../../../document/stored-content.ts");
  const document = fromMarkdown(markdown);
  refuseTooLarge(document);
  send({ markdown: firstContent(document) });
}

async function readPages({ given, from, known, isDry }: Extract<TransferOrder, { kind: "pages" }>): Promise<void> {
  const sources = openSources(given);
  const targets = linkTargetsOf(sources);
  const indexOf = new Map(sources.pages.map((page, index) => [page, index]));
  const pages = sources.pages.map(({ path, title, meta, parent }) => ({
    path,
    title,
    meta,
    parent: parent ? (indexOf.get(parent) ?? null) : null,
  }));
  send({ opened: { pages, files: sources.files.map(({ path }) => path), hidden: sources.hidden ?? [] } });
  // Pictures that pages carry within themselves are numbered anew each time.
  const sent = new Set(known.filter((index) => index < sources.files.length));
  for (const [index, page] of sources.pages.entries()) {
    if (index < from) continue;
    send({ begins: index });
    try {
      const read = await readPage(page, targets);
      const content = isDry ? null : contentOf(read, sent, page.meta.fileNames ?? {});
      send({ read: { index, files: [...read.files.keys()], warnings: read.warnings, content } });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      send({ unreadable: { index, problem: error.message } });
    }
    if (!isDry) await called();
  }
}

/** A file that several pages speak of travels once, but each page has one of its own of those that hang on it. */
function contentOf(
  { document, attached, files, warnings }: ReadPage,
  sent: Set<number>,
  names: Record<string, string>,
): PageContent {
  const carried: CarriedFile[] = [];
  for (const [index, file] of files) {
    if (sent.has(index) && !attached.includes(index)) continue;
    sent.add(index);
    try {
      const given = Object.hasOwn(names, file.path) ? names[file.path] : undefined;
      const isFitting = given !== undefined && mimeTypeOf(given) === mimeTypeOf(file.path);
      const name = isFitting ? given : nameOf(file.path).replace(/^inline:/, "Bild-");
      carried.push({ index, name, bytes: Uint8Array.from(file.bytes()) });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      warnings.push(`Datei ist beschädigt: ${nameOf(file.path)}`);
    }
  }
  return { document, attached, files: carried };
}
