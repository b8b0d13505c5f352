import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import type { FoundLegalPage, LegalPageKind, PageLink, ReadPage } from "./gathered.ts";
import { pageOf } from "./read-page.ts";
import type { SiteReader } from "./site-reader.ts";

/** How links to legal pages are told, by what they say and by where they lead. */
const marks: Readonly<Record<LegalPageKind, { text: RegExp; path: RegExp }>> = {
  imprint: {
    text: /\b(impressum|imprint|anbieterkennzeichnung|legal notice|mentions légales)\b/i,
    path: /(impressum|imprint|legal-notice|anbieterkennzeichnung)/i,
  },
  privacy: {
    text: /\b(datenschutz\w*|privacy|data protection)\b/i,
    path: /(datenschutz|privacy|data-protection|dsgvo)/i,
  },
  accessibility: {
    text: /\b(barrierefreiheit\w*|accessibility)\b/i,
    path: /(barrierefreiheit|accessibility)/i,
  },
};
const kinds = ["imprint", "privacy", "accessibility"] as const;

export interface Crawl {
  start: ReadPage;
  reader: SiteReader;
  mayRead(url: string): boolean;
  /** The start page shows nothing before its scripts have run, and no browser ran them. */
  isBare: boolean;
}

/** How many pages are searched for a link that the start page does not have. */
const maxSecondClicks = 8;

/** Finds the legal pages in at most two clicks, and gives them with the pages that were read on the way. */
export async function findLegalPages(
  crawl: Crawl,
): Promise<{ legalPages: Record<LegalPageKind, FoundLegalPage>; pages: ReadPage[] }> {
  const { start } = crawl;
  const pages = new Map<string, ReadPage>();
  const found: Partial<Record<LegalPageKind, FoundLegalPage>> = {};
  for (const kind of kinds) {
    const link = linkTo(kind, start.facts.links);
    if (link) found[kind] = await open(crawl, pages, { link, from: start });
  }
  const leftToFind = () => kinds.filter((kind) => !found[kind]);
  let lookedAt = 1;
  let robotsLeft = 0;
  // Nothing links to the statement alone where it is not on the start page or beside the other legal pages.
  const isSearching = !crawl.isBare && leftToFind().some((kind) => kind !== "accessibility");
  for (const link of isSearching ? secondClicks(start) : []) {
    if (leftToFind().length === 0 || crawl.reader.isOver()) break;
    if (!crawl.mayRead(link.url)) {
      robotsLeft += 1;
      continue;
    }
    const page = await readOrNothing(crawl, pages, link.url, 1);
    if (!page) continue;
    lookedAt += 1;
    for (const kind of leftToFind()) {
      const next = linkTo(kind, page.facts.links);
      if (next) found[kind] = await open(crawl, pages, { link: next, from: page });
    }
  }
  for (const kind of leftToFind()) {
    const link = [...pages.values()].map(({ facts }) => linkTo(kind, facts.links)).find((each) => each !== undefined);
    found[kind] = link ? await open(crawl, pages, { link, from: start }) : notFound(crawl, { lookedAt, robotsLeft });
  }
  const missing = notFound(crawl, { lookedAt, robotsLeft });
  return {
    legalPages: {
      imprint: found.imprint ?? missing,
      privacy: found.privacy ?? missing,
      accessibility: found.accessibility ?? missing,
    },
    pages: [...pages.values()],
  };
}

function notFound(
  { isBare }: Crawl,
  { lookedAt, robotsLeft }: { lookedAt: number; robotsLeft: number },
): FoundLegalPage {
  if (isBare)
    return {
      state: "unchecked",
      reason: "Die Seite entsteht erst durch Skripte, und kein Browser hat sie ausgeführt.",
    };
  if (robotsLeft > 0 && lookedAt === 1)
    return { state: "unchecked", reason: "robots.txt verbietet den Abruf der Unterseiten." };
  return { state: "missing", lookedAt };
}

/** A link that says so goes before one that only leads there. */
function linkTo(kind: LegalPageKind, links: readonly PageLink[]): PageLink | undefined {
  const { text, path } = marks[kind];
  const web = links.filter(({ url }) => url.startsWith("http"));
  return web.find((link) => text.test(link.text)) ?? web.find(({ url }) => path.test(new URL(url).pathname));
}

async function open(
  crawl: Crawl,
  pages: Map<string, ReadPage>,
  { link, from }: { link: PageLink; from: ReadPage },
): Promise<FoundLegalPage> {
  const linkText = link.text || new URL(link.url).pathname;
  const about = { linkText, from: from.url };
  const known = [...pages.values(), crawl.start].find(({ url }) => isSamePage(url, link.url));
  if (known) return { state: "read", page: known, ...about };
  if (!crawl.mayRead(link.url))
    return { state: "unchecked", reason: `robots.txt verbietet den Abruf von ${new URL(link.url).pathname}.` };
  try {
    const fetched = await crawl.reader.get(link.url);
    const broken = (reason: string) => ({ state: "broken", url: link.url, reason, ...about }) as const;
    if (fetched.status === 404 || fetched.status === 410) return broken(`Status ${fetched.status}.`);
    if (fetched.status >= 400)
      return { state: "unchecked", reason: `${link.url} antwortet mit Status ${fetched.status}.` };
    const page = pageOf(fetched, from.clicks + 1);
    pages.set(page.url, page);
    return { state: "read", page, ...about };
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error;
    return { state: "unchecked", reason: `${link.url} hat nicht geladen: ${error.message}` };
  }
}

async function readOrNothing(
  { reader }: Crawl,
  pages: Map<string, ReadPage>,
  url: string,
  clicks: number,
): Promise<ReadPage | undefined> {
  try {
    const fetched = await reader.get(url);
    if (fetched.status >= 400 || !/html/i.test(fetched.headers["content-type"] ?? "")) return undefined;
    const page = pageOf(fetched, clicks);
    pages.set(page.url, page);
    return page;
  } catch (error) {
    if (error instanceof OutboundProblem) return undefined;
    throw error;
  }
}

/** Pages on which legal links stand where the start page has none, such as those of a splash screen or of contact. */
function secondClicks({ url, facts }: ReadPage): PageLink[] {
  const own = ownLinks(url, facts.links);
  const likely = /kontakt|contact|über|ueber|about|rechtlich|legal|info|home|start/i;
  const rank = (link: PageLink) => (likely.test(`${link.text} ${link.url}`) ? 0 : 1);
  return own.toSorted((one, other) => rank(one) - rank(other)).slice(0, maxSecondClicks);
}

const assets = /\.(pdf|jpe?g|png|gif|webp|avif|svg|zip|docx?|xlsx?|mp[34]|webm|ics|vcf)$/i;

/** Links to other pages of the same website, each once and without its fragment. */
export function ownLinks(url: string, links: readonly PageLink[]): PageLink[] {
  const own = new Map<string, PageLink>();
  for (const link of links) {
    const to = new URL(link.url);
    to.hash = "";
    const isOwn = /^https?:$/.test(to.protocol) && hostOf(to.href) === hostOf(url) && !isSamePage(to.href, url);
    if (isOwn && !assets.test(to.pathname) && !own.has(to.href)) own.set(to.href, { url: to.href, text: link.text });
  }
  return [...own.values()];
}

const hostOf = (url: string) => new URL(url).host.replace(/^www\./, "");

function isSamePage(one: string, other: string): boolean {
  const bare = (url: string) => url.replace(/#.*$/, "").replace(/\/$/, "");
  return bare(one) === bare(other);
}
