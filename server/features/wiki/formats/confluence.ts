import { decodeEntities } from "../../../../contract/document/markdown/escape.ts";
import { limits } from "./limits.ts";
import { titleOf, unsafeWarnings } from "./page-texts.ts";
import { extensionOf, nameOf, pathFrom, type SourceFile, type SourcePage, type Sources } from "./sources.ts";

const content = /<div[^>]*\bid="main-content"[^>]*>/;
const crumbs = /<ol[^>]*\bid="breadcrumbs"[^>]*>([\s\S]{0,20000}?)<\/ol>/;
const heading = /<span[^>]*\bid="title-text"[^>]*>([\s\S]{0,2000}?)<\/span>/;
const link = /<a\s[^>]*\bhref="([^"]*)"[^>]*>([\s\S]{0,2000}?)<\/a>/g;
/** What stands below the text of a page: its attachments and comments, and what the export says of itself. */
const below = /<div[^>]*\bclass="pageSection(?: group)?"[^>]*>|<div[^>]*\bid="footer"/;

const words = (html: string) => decodeEntities(html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).trim();
const linksIn = (html: string) =>
  [...html.matchAll(link)].map(([, href = "", text = ""]) => ({ href: decodeEntities(href), text: words(text) }));

interface Read extends SourcePage {
  above: string | undefined;
}

/**
 * Reads the HTML export of a Confluence space, in which all pages lie side by side: each one names those above it in its
 * breadcrumbs, and the index has them in their order. Undefined when these files are none.
 */
export function readConfluence(files: readonly SourceFile[]): Sources | undefined {
  const index = files.find(
    ({ path }) => nameOf(path) === "index.html" && files.some(({ path: other }) => isBeside(other, path)),
  );
  const indexHtml = index && textOf(index);
  if (!index || !indexHtml || !/\bclass="pageSection/.test(indexHtml)) return undefined;
  const byPath = new Map<string, Read>();
  for (const file of files) {
    const html = file !== index && isBeside(file.path, index.path) ? textOf(file) : undefined;
    const page = html === undefined ? undefined : readPage(file.path, html, index.path);
    if (page) byPath.set(file.path, page);
  }
  if (byPath.size === 0) return undefined;
  for (const page of byPath.values()) page.parent = page.above === undefined ? undefined : byPath.get(page.above);
  const taken = new Set([index.path, ...byPath.keys()]);
  return { pages: inOrder(byPath, index.path, indexHtml), files: files.filter(({ path }) => !taken.has(path)) };
}

const isBeside = (path: string, index: string) =>
  extensionOf(path) === "html" &&
  path !== index &&
  path.slice(0, -nameOf(path).length) === index.slice(0, -"index.html".length);

function textOf(file: SourceFile): string | undefined {
  return file.size > limits.fileBytes ? undefined : Buffer.from(file.bytes()).toString("utf8").replaceAll("\0", "");
}

function readPage(path: string, html: string, index: string): Read | undefined {
  const start = content.exec(html);
  if (!start) return undefined;
  const rest = html.slice(start.index + start[0].length);
  const end = below.exec(rest)?.index ?? rest.length;
  const above = linksIn(crumbs.exec(html)?.[1] ?? "");
  const [space] = above;
  const title = words(heading.exec(html)?.[1] ?? nameOf(path));
  const parent = above.map(({ href }) => pathFrom(path, href)).findLast((target) => target !== index);
  const attachments = linksIn(rest.slice(end)).flatMap(({ href, text }) => {
    const file = /^attachments\//.test(href) ? pathFrom(path, href.replace(/[?#].*$/, "")) : undefined;
    return file === undefined ? [] : [{ href, file, text }];
  });
  const [, id] = /(?:^|_)(\d+)\.html$/.exec(nameOf(path)) ?? [];
  return {
    path,
    above: parent,
    parent: undefined,
    title: titleOf(space && title.startsWith(`${space.text} : `) ? title.slice(space.text.length + 3) : title),
    meta: {
      attachments: attachments.map(({ href }) => href),
      fileNames: Object.fromEntries(attachments.filter(({ text }) => text).map(({ file, text }) => [file, text])),
    },
    names: id === undefined ? [] : [`confluence:${id}`],
    warnings: unsafeWarnings(rest.slice(0, end)),
    text: () => ({ html: rest.slice(0, end) }),
  };
}

/** As the index lists them, every page followed by what lies below it; what it does not list comes last. */
function inOrder(byPath: ReadonlyMap<string, Read>, index: string, indexHtml: string): SourcePage[] {
  const listed = linksIn(indexHtml).flatMap(({ href }) => byPath.get(pathFrom(index, href) ?? "") ?? []);
  const children = Map.groupBy(new Set([...listed, ...byPath.values()]), ({ parent }) => parent);
  const done = new Set<SourcePage>();
  const walk = (parent: SourcePage | undefined): void => {
    for (const page of children.get(parent) ?? []) {
      if (done.has(page)) continue;
      done.add(page);
      walk(page);
    }
  };
  walk(undefined);
  // Pages that name each other as the one above have no way down to them.
  for (const page of byPath.values()) if (!done.has(page)) done.add(Object.assign(page, { parent: undefined }));
  return [...done];
}
