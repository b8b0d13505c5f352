import robotsParser from "robots-parser";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { robotName } from "../../outbound/user-agent.ts";
import { checkLinks } from "./check-links.ts";
import { findLegalPages } from "./find-legal-pages.ts";
import type { BrowserRun, GatheredSite, PageLink, ReadPage, RobotsAnswer } from "./gathered.ts";
import { pageOf } from "./read-page.ts";
import type { Fetched, SiteReader } from "./site-reader.ts";

export interface SiteToGather extends Pick<GatheredSite, "url" | "kind" | "lifecycle" | "customerName"> {}

/** The website could not be judged: it did not load or asks for a sign-in. */
export class Uncheckable extends Error {}

/** What a browser brings to what is read without one. */
export interface BrowserView {
  run: GatheredSite["browser"];
  /** Links that stand in the page after its scripts have run. */
  links: readonly PageLink[];
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
  const { run: browser, links } = await look(start.url);
  const whole = { ...start, facts: { ...start.facts, links: mergeLinks(start.facts.links, links) } };
  const robots = await readRobots(start.url, reader);
  const crawl = { start: whole, reader, mayRead: robots.mayRead, isBare: isBare(start, links) };
  const { legalPages, pages } = await findLegalPages(crawl);
  return {
    ...site,
    pages: [whole, ...pages],
    legalPages,
    plain: await askPlain(site.url, reader),
    robots: robots.answer,
    links: await checkLinks({ ...crawl, pages: [whole, ...pages] }),
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
  if (asksForSignIn(start)) throw new Uncheckable("Die Startseite verlangt eine Anmeldung.");
  return start;
}

/** Besides a form for a password and what goes with it there is hardly anything. */
const asksForSignIn = ({ facts }: ReadPage) => facts.hasPassword && facts.text.length < 600 && facts.links.length < 15;

/** Nothing but scripts: without a browser nobody knows what stands there. */
const isBare = ({ facts }: ReadPage, links: readonly PageLink[]) =>
  links.length === 0 && facts.links.length < 3 && facts.resources.some(({ tag }) => tag === "script");

function mergeLinks(one: readonly PageLink[], other: readonly PageLink[]): PageLink[] {
  return [...new Map([...one, ...other].map((link) => [`${link.url} ${link.text}`, link])).values()];
}

async function readRobots(
  url: string,
  reader: SiteReader,
): Promise<{ answer: RobotsAnswer; mayRead(page: string): boolean }> {
  const robotsUrl = new URL("/robots.txt", url).href;
  const unknown = (reason: string) => ({ answer: { state: "none", reason } as const, mayRead: () => true });
  try {
    const { status, body } = await reader.get(robotsUrl, { maxBytes: 512 * 1024 });
    if (status !== 200) return unknown(`Status ${status}`);
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
      mayRead: (page) => rules.isDisallowed(page, robotName) !== true,
    };
  } catch (error) {
    if (error instanceof OutboundProblem) return unknown(error.message);
    throw error;
  }
}

async function askPlain(url: string, reader: SiteReader): Promise<GatheredSite["plain"]> {
  const plainUrl = new URL(url);
  // Another port than the usual one belongs to https alone.
  if (plainUrl.port) return { error: "Die Adresse hat einen eigenen Port." };
  plainUrl.protocol = "http:";
  try {
    const { status, headers } = await reader.get(plainUrl.href, { keepsRedirects: true, maxBytes: 1024 });
    return { status, location: headers.location ?? null };
  } catch (error) {
    if (error instanceof OutboundProblem) return { error: error.message };
    throw error;
  }
}

/** A browser that did not look. */
export const withoutBrowser = (unavailable: string): BrowserView => ({ run: { unavailable }, links: [] });
export const seenBy = (run: BrowserRun, links: readonly PageLink[]): BrowserView => ({ run, links });
