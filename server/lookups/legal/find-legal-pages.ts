import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import type { FoundLegalPage, LegalPageKind, PageLink, ReadPage } from "./gathered.ts";
import { asksForSignIn, pageOf, signInSignsOf } from "./read-page.ts";
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
  /** Why robots.txt keeps from reading a page; undefined where it does not. */
  whyClosed(url: string): string | undefined;
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
  const search: Search = { lookedAt: 1, closed: [], unread: 0, isCutShort: false };
  // Nothing links to the statement alone where it is not on the start page or beside the other legal pages.
  const isSearching = !crawl.isBare && leftToFind().some((kind) => kind !== "accessibility");
  for (const link of isSearching ? secondClicks(start) : []) {
    if (leftToFind().length === 0) break;
    const why = crawl.whyClosed(link.url);
    if (why) {
      search.closed.push(why);
      continue;
    }
    search.isCutShort = crawl.reader.isOver();
    if (search.isCutShort) break;
    const page = await readCandidate(crawl, pages, link.url);
    if (page === "unread") search.unread += 1;
    if (typeof page === "string") continue;
    search.lookedAt += 1;
    for (const kind of leftToFind()) {
      const next = linkTo(kind, page.facts.links);
      if (next) found[kind] = await open(crawl, pages, { link: next, from: page });
    }
  }
  for (const kind of leftToFind()) {
    const link = [...pages.values()].map(({ facts }) => linkTo(kind, facts.links)).find((each) => each !== undefined);
    found[kind] = link ? await open(crawl, pages, { link, from: start }) : notFound(crawl, search);
  }
  const missing = notFound(crawl, search);
  return {
    legalPages: {
      imprint: found.imprint ?? missing,
      privacy: found.privacy ?? missing,
      accessibility: found.accessibility ?? missing,
    },
    pages: [...pages.values()],
  };
}

/** How far the search for links to legal pages came. */
interface Search {
  lookedAt: number;
  /** Why pages were not read that robots.txt closes. */
  closed: string[];
  /** Pages that did not load. */
  unread: number;
  /** No time was left for the rest. */
  isCutShort: boolean;
}

/** Only who has looked everywhere may say that something is not there. */
function notFound({ isBare }: Crawl, { lookedAt, closed, unread, isCutShort }: Search): FoundLegalPage {
  const unchecked = (reason: string) => ({ state: "unchecked", reason }) as const;
  if (isBare) return unchecked("Die Seite entsteht erst durch Skripte, und kein Browser hat sie ausgeführt.");
  if (closed[0] !== undefined) return unchecked(closed[0]);
  if (isCutShort) return unchecked("Die Zeit hat nicht gereicht, auf den Unterseiten nach dem Link zu suchen.");
  if (unread > 0)
    return unchecked(
      unread === 1
        ? "Eine Unterseite, auf der der Link stehen könnte, hat nicht geladen."
        : `${unread} Unterseiten, auf denen der Link stehen könnte, haben nicht geladen.`,
    );
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
  const unchecked = (reason: string) => ({ state: "unchecked", reason }) as const;
  // The routes of such pages stand behind the number sign, which servers do not get.
  if (known && /^#!?\//.test(new URL(link.url).hash))
    return unchecked(`${link.url} entsteht erst durch Skripte und wurde nicht mit dem Browser geöffnet.`);
  if (known) return { state: "read", page: known, ...about };
  const closed = crawl.whyClosed(link.url);
  if (closed) return unchecked(closed);
  try {
    const fetched = await crawl.reader.get(link.url);
    const broken = (reason: string) => ({ state: "broken", url: link.url, reason, ...about }) as const;
    if (fetched.status === 404 || fetched.status === 410) return broken(`Status ${fetched.status}.`);
    if (fetched.status >= 400) return unchecked(`${link.url} antwortet mit Status ${fetched.status}.`);
    const page = pageOf(fetched, from.clicks + 1);
    if (!isSamePage(page.url, link.url)) {
      // Who leads elsewhere may keep the text with a parent company; on the first page of somebody else it is hard to tell.
      const isForeign = hostOf(page.url) !== hostOf(crawl.start.url);
      if (isForeign && isHome(page.url))
        return unchecked(`${link.url} führt auf die Startseite von ${hostOf(page.url)}.`);
      const isStart = isSamePage(page.url, crawl.start.url);
      if (!isForeign && (isStart || isHome(page.url)) && !isHome(link.url))
        return broken("Die Adresse führt auf die Startseite.");
      if (isStart) return { state: "read", page: crawl.start, ...about };
      if (asksForSignIn(signInSignsOf(page.facts))) return unchecked(`${link.url} führt auf eine Anmeldung.`);
    }
    pages.set(page.url, page);
    return { state: "read", page, ...about };
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error;
    return unchecked(`${link.url} hat nicht geladen: ${error.message}`);
  }
}

/** A page one click away; `none` where there is no other page, and `unread` where nobody knows what stands there. */
async function readCandidate(
  { reader, start }: Crawl,
  pages: Map<string, ReadPage>,
  url: string,
): Promise<ReadPage | "none" | "unread"> {
  try {
    const fetched = await reader.get(url);
    if (fetched.status === 404 || fetched.status === 410 || isSamePage(fetched.url, start.url)) return "none";
    if (fetched.status >= 400) return "unread";
    if (!/html/i.test(fetched.headers["content-type"] ?? "")) return "none";
    const page = pageOf(fetched, 1);
    pages.set(page.url, page);
    return page;
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error;
    return error.code === "redirect" ? "none" : "unread";
  }
}

/** Pages on which legal links stand where the start page has none, such as those of a splash screen or of contact. */
function secondClicks({ url, facts }: ReadPage): PageLink[] {
  const own = ownLinks(url, facts.links).filter((link) => !isAction(link.url));
  const likely = /kontakt|contact|über|ueber|about|rechtlich|legal|info|home|start/i;
  const rank = (link: PageLink) => (likely.test(`${link.text} ${link.url}`) ? 0 : 1);
  return own.toSorted((one, other) => rank(one) - rank(other)).slice(0, maxSecondClicks);
}

const assets = /\.(pdf|jpe?g|png|gif|webp|avif|svg|zip|docx?|xlsx?|mp[34]|webm|ics|vcf)$/i;

const actions =
  /^(?:add[-_]?to[-_]?(?:cart|basket|wishlist|compare)|(?:log|sign)[-_]?(?:out|off)|abmelden|ausloggen|delete|remove|destroy|l(?:oe|ö)schen|entfernen|cancel|unsubscribe|abbestellen)(?:[-_]item)?(?:\.\w{2,5})?$/i;

/** Whether asking for a URL might change something: a cart, a session, an entry. */
export function isAction(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return [...decode(pathname).split("/"), ...[...searchParams].flat()].some((part) => actions.test(part));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Links to other pages of the same website, each once and without its fragment. */
export function ownLinks(url: string, links: readonly PageLink[]): PageLink[] {
  const own = new Map<string, PageLink>();
  for (const link of links) {
    const to = new URL(link.url);
    to.hash = "";
    const isOwn = /^https?:$/.test(to.protocol) && hostOf(to.href) === hostOf(url) && !isSamePage(to.href, url);
    const before = own.get(to.href);
    const isBetter = !before || (before.isNofollow && !link.isNofollow);
    if (isOwn && isBetter && !assets.test(to.pathname)) own.set(to.href, { ...link, url: to.href });
  }
  return [...own.values()];
}

const hostOf = (url: string) => new URL(url).host.replace(/^www\./, "");

function isHome(url: string): boolean {
  const { pathname, search } = new URL(url);
  return search === "" && /^\/(?:index\.\w{2,5})?$/.test(pathname);
}

function isSamePage(one: string, other: string): boolean {
  const bare = (url: string) => url.replace(/#.*$/, "").replace(/\/$/, "");
  return bare(one) === bare(other);
}
