import { fieldsIn, isObject } from "../../../../contract/narrowing.ts";
import type { PageMeta } from "../../../../contract/wiki/page-transfer.ts";
import { limits, UnreadableFile } from "./limits.ts";
import { splitIcon } from "./outline-markdown.ts";
import { titleOf, tooLong } from "./page-texts.ts";
import { nameOf, type SourceFile, type SourcePage, type Sources, stemOf } from "./sources.ts";

/** What Outline's export as JSON says of a collection, beside a file `metadata.json`. */
interface Exported {
  collection?: { name?: unknown; icon?: unknown; data?: unknown; documentStructure?: unknown };
  documents?: Record<string, Document>;
  attachments?: Record<string, { key?: unknown; name?: unknown }>;
}

interface Document {
  id?: unknown;
  urlId?: unknown;
  title?: unknown;
  icon?: unknown;
  emoji?: unknown;
  data?: unknown;
  template?: unknown;
  parentDocumentId?: unknown;
}

/** Reads Outline's export as JSON: a page for each collection, its documents below it; undefined when this is none. */
export function readOutlineJson(files: readonly SourceFile[]): Sources | undefined {
  const metadata = files.find(({ path }) => path === "metadata.json");
  if (!metadata || typeof fieldsIn(parse(metadata)).exportVersion !== "number") return undefined;
  const pages: SourcePage[] = [];
  const aliases = new Map<string, string>();
  const fileNames: Record<string, string> = {};
  const taken = new Set([metadata]);
  for (const file of files) {
    if (!/^[^/]+\.json$/.test(file.path) || file === metadata) continue;
    const exported = parse(file) as Exported | undefined;
    if (!isObject(exported?.documents)) continue;
    taken.add(file);
    for (const [id, { key, name }] of Object.entries(exported.attachments ?? {})) {
      if (typeof key !== "string") continue;
      aliases.set(id, key);
      if (typeof name === "string") fileNames[key] = name;
    }
    addCollection(pages, exported, { file, fileNames });
  }
  return { pages, files: files.filter((file) => !taken.has(file)), aliases };
}

function parse(file: SourceFile): unknown {
  if (file.size > limits.unpackedBytes / 4) return undefined;
  try {
    return JSON.parse(Buffer.from(file.bytes()).toString("utf8"));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    return undefined;
  }
}

interface Whole {
  file: SourceFile;
  fileNames: Record<string, string>;
}

function addCollection(
  pages: SourcePage[],
  { collection, documents = {} }: Exported,
  { file, fileNames }: Whole,
): void {
  const folder = stemOf(nameOf(file.path));
  const top: SourcePage = {
    path: `${folder}/`,
    title: titleOf(String(collection?.name ?? folder)),
    names: [],
    warnings: [],
    meta: { ...iconOf(collection?.icon), fileNames },
    parent: undefined,
    text: () => textOf(collection?.data),
  };
  pages.push(top);
  const added = new Set<string>();
  const add = (id: string, parent: SourcePage): void => {
    const document = documents[id];
    if (!document || added.has(id)) return;
    added.add(id);
    const meta: PageMeta = { ...iconOf(document.icon ?? document.emoji), id, fileNames };
    if (document.template === true) meta.isTemplate = true;
    const page: SourcePage = {
      path: `${folder}/${id}.json`,
      title: titleOf(String(document.title ?? "")),
      meta,
      parent,
      warnings: [],
      names: [`outline:${id}`, ...(typeof document.urlId === "string" ? [`outline:${document.urlId}`] : [])],
      text: () => textOf(document.data),
    };
    pages.push(page);
    for (const below of children.get(id) ?? []) add(below, page);
  };
  const children = new Map<string, string[]>();
  const put = (parent: string, id: string) => children.set(parent, [...(children.get(parent) ?? []), id]);
  walk(collection?.documentStructure, "", put);
  for (const [id, { parentDocumentId }] of Object.entries(documents))
    if (![...children.values()].some((ids) => ids.includes(id))) put(String(parentDocumentId ?? ""), id);
  for (const id of children.get("") ?? []) add(id, top);
  // Those whose parent did not come along.
  for (const id of Object.keys(documents)) add(id, top);
}

function walk(nodes: unknown, parent: string, put: (parent: string, id: string) => void): void {
  for (const node of Array.isArray(nodes) ? nodes.filter(isObject) : []) {
    put(parent, String(node.id));
    walk(node.children, String(node.id), put);
  }
}

const iconOf = (icon: unknown) => {
  const { icon: emoji } = splitIcon(`${icon ?? ""} x`);
  return emoji === undefined ? {} : { icon: emoji };
};

function textOf(data: unknown): ReturnType<SourcePage["text"]> {
  if (!isObject(data)) return { empty: true };
  if (JSON.stringify(data).length > 4 * limits.textBytes) throw tooLong();
  return { outline: data };
}
