import robotsParser from "robots-parser";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { robotName } from "../../outbound/user-agent.ts";
import { checkLinks } from "./check-links.ts";
import { type Crawl, findLegalPages } from "./find-legal-pages.ts";
import type { BrowserRun, GatheredSite, PageLink, ReadPage, RobotsAnswer } from "./gathered.ts";
import { asksForSignIn, isBare, pageOf, type SignInSigns, signInSignsOf } from "./read-page.ts";
import type { Fetched, SiteReader } from "./site-reader.ts";

export interface SiteToGather extends Pick<GatheredSite, "url" | "kind" | "lifecycle" | "customerName"> {}

/** The website could not be judged: it did not load or asks for a sign-in. */
export class Uncheckable extends Error {}

/** What a browser brings to what is read without one. */
export interface BrowserView {
  run: GatheredSite["browser"];
  /** Links that stand in the page after its scripts have run. */
  links: readonly PageLink[];
  /** What tells whether the page is a form to sign in, after its scripts have run; null where nobody knows. */
  signIn: SignInSigns | null;
}

/**
 * Reads a website as far as its rules need it: the start page, its legal pages within two clicks, robots.txt and where its
 * own links lead. Throws Uncheckable.
 */
export async function gatherSite(
  site: SiteToGather,
  reader: SiteReader,
  look: (startUrl: string) => Promise<BrowserView>,
): Promise<GatheredSite> {
  const start = await readStart(site.url, reader);
  const { run: browser, links, signIn } = await look(start.url);
  if (signIn && asksForSignIn(signIn)) throw new Uncheckable(wantsSignIn);
  const whole = { ...start, facts: { ...start.facts, links: mergeLinks(start.facts.links, links) } };
  const robots = await readRobots(start.url, reader);
  const crawl = {
    start: whole,
    reader,
    whyClosed: robots.whyClosed,
    isBare: links.length === 0 && isBare(start.facts),
  };
  const { legalPages, pages } = await findLegalPages(crawl);
  const { checked, linkedPages } = await checkLinks({ ...crawl, pages: [whole, ...pages] });
  return {
    ...site,
    pages: [whole, ...pages],
    legalPages,
    plain: await askPlain(site.url, reader),
    robots: robots.answer,
    links: checked,
    linkedPages,
    browser,
  };
}

async function readStart(url: string, reader: SiteReader): Promise<ReadPage> {
  let fetched: Fetched;
  try {
    fetched = await reader.get(url);
  } catch (error) {
    if (error instanceof OutboundProblem) throw new Uncheckable(`Die Startseite hat nicht geladen: ${error.message}`);
    throw error;
  }
  const { status } = fetched;
  if (status === 401 || status === 403)
    throw new Uncheckable(`Die Startseite verlangt eine Anmeldung (Status ${status}).`);
  if (status >= 400) throw new Uncheckable(`Die Startseite hat nicht geladen (Status ${status}).`);
  const start = pageOf(fetched, 0);
  if (asksForSignIn(signInSignsOf(start.facts))) throw new Uncheckable(wantsSignIn);
  return start;
}

const wantsSignIn = "Die Startseite verlangt eine Anmeldung.";

function mergeLinks(one: readonly PageLink[], other: readonly PageLink[]): PageLink[] {
  return [...new Map([...one, ...other].map((link) => [`${link.url} ${link.text}`, link])).values()];
}

async function readRobots(
  url: string,
  reader: SiteReader,
): Promise<{ answer: RobotsAnswer } & Pick<Crawl, "whyClosed">> {
  const robotsUrl = new URL("/robots.txt", url).href;
  const none = (reason: string) => ({ answer: { state: "none", reason } as const, whyClosed: () => undefined });
  const unreadable = (reason: string) => ({
    answer: { state: "unreadable", reason } as const,
    whyClosed: () => `${reason} Solange wird außer der Startseite nichts gelesen.`,
  });
  try {
    const { status, body } = await reader.get(robotsUrl, { maxBytes: 512 * 1024 });
    // Whoever is asked too often says nothing of what may be read, either.
    if (status >= 500 || status === 429) return unreadable(`robots.txt antwortet mit Status ${status}.`);
    if (status !== 200) return none(`Status ${status}`);
    const rules = robotsParser(robotsUrl, body);
    const blocksAll = rules.isDisallowed(url, "Googlebot") === true;
    const lineNumber = rules.getMatchingLineNumber(url, "Googlebot");
    const line =
      body
        .split(/\r?\n|\r/)
        [lineNumber - 1]?.trim()
        .slice(0, 200) || null;
    return {
      answer: { state: "read", blocksAll, line },
      whyClosed: (page) =>
        rules.isDisallowed(page, robotName) === true
          ? `robots.txt verbietet den Abruf von ${new URL(page).pathname}.`
          : undefined,
    };
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error;
    // What leads in circles is as good as not there (RFC 9309, 2.3.1.2).
    return error.code === "redirect"
      ? none(error.message)
      : unreadable(`robots.txt hat nicht geladen: ${error.message}`);
  }
}

async function askPlain(url: string, reader: SiteReader): Promise<GatheredSite["plain"]> {
  const plainUrl = new URL(url);
  // Another port than the usual one belongs to https alone.
  if (plainUrl.port) return { state: "closed" };
  plainUrl.protocol = "http:";
  try {
    const { status, headers } = await reader.get(plainUrl.href, { keepsRedirects: true, maxBytes: 1024 });
    return { state: "answered", status, location: headers.location ?? null };
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error;
    return error.code === "refused" ? { state: "closed" } : { state: "unknown", reason: error.message };
  }
}

/** A browser that did not look. */
export const withoutBrowser = (unavailable: string): BrowserView => ({ run: { unavailable }, links: [], signIn: null });
export const seenBy = (
  run: BrowserRun,
  links: readonly PageLink[],
  signIn: SignInSigns | null = null,
): BrowserView => ({ run, links, signIn });
