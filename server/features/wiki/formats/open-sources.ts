import { readBookStack, splitBook } from "./bookstack.ts";
import { readConfluence } from "./confluence.ts";
import { limits, UnreadableFile } from "./limits.ts";
import { readOutlineJson } from "./outline-json.ts";
import { fromFileName } from "./outline-markdown.ts";
import { readSource, titleOf } from "./page-texts.ts";
import { readZip, safePath } from "./read-zip.ts";
import { extensionOf, nameOf, type SourceFile, type SourcePage, type Sources, stemOf } from "./sources.ts";

export interface GivenFile {
  name: string;
  bytes: Uint8Array;
}

const formats: Record<string, "markdown" | "html" | "docx"> = {
  md: "markdown",
  markdown: "markdown",
  txt: "markdown",
  html: "html",
  htm: "html",
  docx: "docx",
};
/** Where this portal and Outline put what hangs on pages. */
const hanging = /^dateien\/|(^|\/)(uploads|attachments|public)\/[0-9a-f]{8}-[0-9a-f-]{27}\//i;

/** In an archive, files of text may also be what hangs on a page. */
function isPage(path: string, isInArchive: boolean): boolean {
  const extension = extensionOf(path);
  if (!isInArchive) return extension in formats;
  return extension in formats && extension !== "txt" && extension !== "docx" && !hanging.test(path);
}

/** The pages that the given files hold, parents before what lies below them, and the files beside them. */
export function openSources(given: readonly GivenFile[]): Sources {
  const all = given.flatMap(({ name, bytes }) => unpackGiven(name, bytes, given.length > 1));
  const files = all.filter(({ path }) => !isHidden(path));
  const sources = readBookStack(files) ?? readOutlineJson(files) ?? readConfluence(files) ?? readFolders(files, given);
  if (sources.pages.length > limits.pages)
    throw new UnreadableFile(`Die Datei enthält mehr als ${limits.pages} Seiten. Bitte teile sie auf.`);
  if (sources.pages.length === 0) throw new UnreadableFile("Darin ist keine Seite, die sich lesen lässt.");
  return { ...sources, hidden: all.filter(({ path }) => isHidden(path)).map(({ path }) => path) };
}

const isHidden = (path: string) => path.split("/").some((part) => part.startsWith("."));

function unpackGiven(name: string, bytes: Uint8Array, isOneOfMany: boolean): SourceFile[] {
  const path = safePath(name.replaceAll("/", "_"));
  if (extensionOf(path) !== "zip") return [{ path, size: bytes.length, bytes: () => bytes }];
  const folder = isOneOfMany ? `${stemOf(path)}/` : "";
  return readZip(bytes)
    .filter(({ path: inside }) => !/(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(inside))
    .map((entry) => ({ ...entry, path: folder + entry.path }));
}

function readFolders(all: readonly SourceFile[], given: readonly GivenFile[]): Sources {
  const loose = new Set(given.map(({ name }) => name));
  const texts = all.filter(({ path }) => isPage(path, !loose.has(path)));
  const byPath = new Map<string, SourcePage>();
  const rests: SourcePage[] = [];
  for (const file of texts) {
    const format = formats[extensionOf(file.path)] ?? "markdown";
    const page: SourcePage = { ...readSource(file, format), path: file.path, parent: undefined, names: [] };
    byPath.set(keyOf(file.path), byPath.get(keyOf(file.path)) ?? page);
    const [first, ...rest] = format === "html" ? (split(file, page) ?? [page]) : [page];
    Object.assign(page, { text: first?.text });
    rests.push(page, ...rest.map((each) => Object.assign(each, each.parent === first && { parent: page })));
  }
  const folders = new Map<string, SourcePage>();
  for (const page of rests) page.parent ??= folderPage(parentFolder(page.path), byPath, folders, page);
  const taken = new Set(texts);
  return { pages: inOrder([...rests, ...folders.values()]), files: all.filter((file) => !taken.has(file)) };
}

function split(file: SourceFile, page: SourcePage): SourcePage[] | undefined {
  if (file.size > limits.unpackedBytes / 10) return undefined;
  return splitBook(Buffer.from(file.bytes()).toString("utf8"), page);
}

const isIndex = (path: string) => /^(index|readme)$/i.test(stemOf(nameOf(path)));
/** By which folder a page is the page of: the one that bears its name, or the one whose index it is. */
const keyOf = (path: string) => (isIndex(path) && path.includes("/") ? parentFolder(path) : stemOf(path));
const parentFolder = (path: string) => path.split("/").slice(0, -1).join("/");

/** The page of a folder: the text of the same name, or a page without one. */
function folderPage(
  folder: string,
  byPath: Map<string, SourcePage>,
  folders: Map<string, SourcePage>,
  page: SourcePage,
): SourcePage | undefined {
  const own = keyOf(page.path) === folder ? parentFolder(folder) : folder;
  if (own === "") return undefined;
  const known = byPath.get(own) ?? folders.get(own);
  if (known && known !== page) return known;
  const made: SourcePage = {
    path: `${own}/`,
    title: titleOf(fromFileName(nameOf(own))),
    meta: {},
    names: [],
    warnings: [],
    parent: undefined,
    text: () => ({ empty: true }),
  };
  folders.set(own, made);
  made.parent = folderPage(parentFolder(own), byPath, folders, made);
  return made;
}

const collator = new Intl.Collator("de", { numeric: true });

/** Parents first; siblings by the position that their head names, then by their names. */
function inOrder(pages: SourcePage[]): SourcePage[] {
  const children = Map.groupBy(pages, ({ parent }) => parent);
  const positionOf = ({ meta }: SourcePage) => meta.position ?? Number.MAX_SAFE_INTEGER;
  const below = (parent: SourcePage | undefined): SourcePage[] =>
    (children.get(parent) ?? [])
      .map((page, index) => ({ page, index }))
      .sort(
        (one, other) =>
          positionOf(one.page) - positionOf(other.page) ||
          (one.page.path === other.page.path
            ? one.index - other.index
            : collator.compare(one.page.path, other.page.path)),
      )
      .flatMap(({ page }) => [page, ...below(page)]);
  return below(undefined);
}
