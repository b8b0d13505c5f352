import { escapeHtml } from "../../../../contract/document/html.ts";
import { limits, UnreadableFile } from "./limits.ts";
import { toCommonMarkdown, withReferences } from "./outline-markdown.ts";
import { titleOf, tooLong, unsafeWarnings } from "./page-texts.ts";
import { extensionOf, type SourceFile, type SourcePage, type Sources, type SourceText } from "./sources.ts";

/** What `data.json` of a portable archive of BookStack says of a book, a chapter or a page. */
interface Entity {
  id?: number;
  name?: string;
  description_html?: string;
  html?: string;
  markdown?: string;
  priority?: number;
  chapters?: Entity[];
  pages?: Entity[];
  tags?: { name?: string; value?: string }[];
  cover?: string;
  images?: Kept[];
  attachments?: (Kept & { link?: string })[];
}

/** A file in the folder `files`, under a name by chance. */
interface Kept {
  id?: number;
  name?: string;
  file?: string;
}

const kinds = ["book", "chapter", "page"] as const;
type Kind = (typeof kinds)[number];
type Export = Partial<Record<Kind, Entity>>;

/** Reads a portable archive of BookStack; undefined when these files are none. */
export function readBookStack(files: readonly SourceFile[]): Sources | undefined {
  const data = files.find(({ path }) => path === "data.json");
  if (!data || data.size > limits.unpackedBytes / 4) return undefined;
  const given = parseExport(data);
  const kind = given && kinds.find((each) => typeof given[each] === "object" && given[each] !== null);
  if (!given || !kind) return undefined;
  const found: Found = { pages: [], aliases: new Map(), fileNames: {} };
  addEntity(found, kind, given[kind] as Entity, undefined);
  return { pages: found.pages, files: files.filter((file) => file !== data), aliases: found.aliases };
}

function parseExport(file: SourceFile): Export | undefined {
  try {
    return JSON.parse(Buffer.from(file.bytes()).toString("utf8"));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    return undefined;
  }
}

interface Found {
  pages: SourcePage[];
  /** Texts name pictures and attachments by their ids. */
  aliases: Map<string, string>;
  fileNames: Record<string, string>;
}

function addFile({ aliases, fileNames }: Found, kind: "image" | "attachment", { id, name, file }: Kept): string[] {
  if (typeof file !== "string") return [];
  const path = `files/${file}`;
  if (id !== undefined) aliases.set(`bsexport:${kind}:${id}`, path);
  const isNamed = typeof name === "string" && name.trim() !== "";
  if (isNamed) fileNames[path] = extensionOf(name) === extensionOf(file) ? name : `${name}.${extensionOf(file)}`;
  return [path];
}

function addEntity(found: Found, kind: Kind, entity: Entity, parent: SourcePage | undefined): void {
  const { pages, fileNames } = found;
  for (const image of list(entity.images)) addFile(found, "image", image);
  const files = list(entity.attachments).flatMap((attachment) => addFile(found, "attachment", attachment));
  if (typeof entity.cover === "string") files.push(`files/${entity.cover}`);
  const tags = list(entity.tags).flatMap(({ name, value }) => (name ? [value ? `${name}: ${value}` : name] : []));
  const page: SourcePage = {
    path: `${kind}-${entity.id ?? pages.length}.html`,
    title: titleOf(String(entity.name ?? "")),
    meta: { tags: tags.map((tag) => String(tag).slice(0, 40)), attachments: files, fileNames },
    parent,
    names: [`bsexport:${kind}:${entity.id}`],
    warnings: unsafeWarnings(String(entity.html ?? entity.description_html ?? "")),
    text: () => textOf(entity),
  };
  pages.push(page);
  const children = [
    ...list(entity.chapters).map((child) => ({ kind: "chapter" as const, child })),
    ...list(entity.pages).map((child) => ({ kind: "page" as const, child })),
  ].sort((one, other) => (Number(one.child.priority) || 0) - (Number(other.child.priority) || 0));
  for (const { kind: below, child } of children) addEntity(found, below, child, page);
}

function list<Item>(items: Item[] | undefined): Item[] {
  return Array.isArray(items) ? items.filter((item) => typeof item === "object" && item !== null) : [];
}

function textOf({ markdown, html, description_html, attachments }: Entity): SourceText {
  const links = list(attachments).filter(({ link, name }) => typeof link === "string" && typeof name === "string");
  const written = typeof markdown === "string" && markdown.trim() ? markdown : undefined;
  if (written !== undefined) {
    if (written.length > limits.textBytes) throw tooLong();
    const more = links
      .map(({ link, name }) => `\n\n[${String(name).replace(/[[\]\\`*_<>]/g, "\\$&")}](<${link}>)`)
      .join("");
    return { markdown: toCommonMarkdown(written + more), isOwn: false };
  }
  const more = links.map(
    ({ link, name }) => `<p><a href="${escapeHtml(link ?? "")}">${escapeHtml(name ?? "")}</a></p>`,
  );
  return { html: withReferences(String(html ?? description_html ?? "")) + more.join("") };
}

const part = /<h1 id="((?:page|chapter)-\d+)"[^>]*>([\s\S]{0,2000}?)<\/h1>/g;

/** Splits BookStack's export of a whole book or chapter as HTML into its pages; undefined for every other page. */
export function splitBook(html: string, page: SourcePage): SourcePage[] | undefined {
  const found = [...html.matchAll(part)];
  if (found.length === 0) return undefined;
  const [first] = found;
  const intro = html.slice(0, first?.index).replace(/<ul class="contents"[\s\S]*$/i, "");
  const pages: SourcePage[] = [{ ...page, text: () => ({ html: intro.replace(/<h1[\s>][\s\S]*?<\/h1>/i, "") }) }];
  let chapter: SourcePage | undefined;
  for (const [index, match] of found.entries()) {
    const [whole, id = "", name = ""] = match;
    const before = html.slice(index === 0 ? 0 : found[index - 1]?.index, match.index);
    const isInChapter = /<div class="chapter-hint">[^<]*<\/div>\s*$/.test(before);
    const body = html.slice(match.index + whole.length, found[index + 1]?.index);
    const text = body.replace(/(?:<div class="(?:page-break|chapter-hint)">[^<]*<\/div>\s*)+$/, "");
    const made: SourcePage = {
      path: page.path,
      title: titleOf(name.replace(/<[^>]*>/g, " ")),
      meta: {},
      warnings: [],
      parent: id.startsWith("page-") && isInChapter && chapter ? chapter : pages[0],
      names: [`${page.path}#${id}`],
      text: () => ({ html: text }),
    };
    if (id.startsWith("chapter-")) chapter = made;
    pages.push(made);
  }
  return pages;
}
