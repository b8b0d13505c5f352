import { createHash } from "node:crypto";
import type { LegalFigures, LegalRecord } from "../../../contract/legal/legal.ts";
import { co2Mg } from "./carbon.ts";
import { type BrowserView, gatherSite, type SiteToGather, Uncheckable } from "./gather.ts";
import type { GatheredSite } from "./gathered.ts";
import { isUnread } from "./read-page.ts";
import { headerCookies } from "./rules/cookies.ts";
import { type Judgement, judgeSite } from "./rules.ts";
import type { SiteReader } from "./site-reader.ts";
import { consentToolOf, vendorOf } from "./vendors.ts";

/** What is compared from run to run; null for what could not be looked at. */
export interface LegalTraits {
  consentTool: string | null;
  /** Names of third parties that are asked before consent. */
  thirdParties: string[] | null;
  imprint: LegalPageTrait | null;
  privacy: LegalPageTrait | null;
  accessibility: LegalPageTrait | null;
}
/** Where a legal page is and what it says; `url` is null where there is none, `digest` also where only scripts write it. */
export interface LegalPageTrait {
  url: string | null;
  digest: string | null;
}

export type LegalRunResult =
  | { state: "uncheckable"; reason: string }
  | {
      state: "judged";
      judgement: Judgement;
      traits: LegalTraits;
      figures: LegalFigures;
      record: LegalRecord;
      withoutBrowser: string | null;
    };

/** Looks at a website once and judges what it sees. */
export async function runLegal(
  site: SiteToGather,
  reader: SiteReader,
  look: (startUrl: string) => Promise<BrowserView>,
): Promise<LegalRunResult> {
  try {
    return resultOf(await gatherSite(site, reader, look));
  } catch (error) {
    if (error instanceof Uncheckable) return { state: "uncheckable", reason: error.message };
    throw error;
  }
}

/** What follows from what was gathered. */
export function resultOf(site: GatheredSite): LegalRunResult {
  const { browser } = site;
  const run = "unavailable" in browser ? undefined : browser;
  // What a page loads in the end is unknown where it was cut off.
  const whole = run?.isCutOff ? undefined : run;
  return {
    state: "judged",
    judgement: judgeSite(site),
    traits: traitsOf(site),
    figures: {
      ...(run?.figures ?? { lcpMs: null, cls: null, fcpMs: null, ttfbMs: null }),
      weightBytes: whole?.weightBytes ?? null,
      requests: whole?.requests.length ?? null,
      co2Mg: whole ? co2Mg(whole.weightBytes) : null,
    },
    record: recordOf(site),
    withoutBrowser: "unavailable" in browser ? browser.unavailable : null,
  };
}

const maxRequests = 300;

function recordOf({ pages, browser }: GatheredSite): LegalRecord {
  const [start] = pages;
  const seen = "unavailable" in browser ? undefined : browser;
  const sent =
    start &&
    headerCookies(
      start.headers["set-cookie"] ?? "",
      new URL(start.url).hostname,
      Date.parse(start.headers.date ?? "") || 0,
    );
  return {
    requests: (seen?.requests ?? []).slice(0, maxRequests).map(({ url, type, status }) => ({
      url: url.slice(0, 500),
      type,
      status,
      vendor: vendorOf(url)?.name ?? null,
    })),
    requestCount: seen?.requests.length ?? 0,
    isCutOff: seen?.isCutOff ?? false,
    cookies: [...(seen?.cookies ?? sent ?? [])].slice(0, 100),
    pages: pages.map(({ url, status, clicks, facts }) => ({ url, status, clicks, title: facts.title })),
  };
}

function traitsOf(site: GatheredSite): LegalTraits {
  const { pages, browser, legalPages } = site;
  const requests = "unavailable" in browser ? undefined : browser.requests.map(({ url }) => url);
  const resources = pages.flatMap(({ facts }) => facts.resources.map(({ url }) => url));
  const isWhole = !("unavailable" in browser || browser.isCutOff);
  const thirdParties = requests?.flatMap((url) => {
    const vendor = vendorOf(url);
    return vendor && vendor.use !== "consent" ? [vendor.name] : [];
  });
  return {
    consentTool: consentToolOf([...(requests ?? []), ...resources]) ?? null,
    thirdParties: thirdParties && isWhole ? [...new Set(thirdParties)].toSorted() : null,
    imprint: traitOf(legalPages.imprint),
    privacy: traitOf(legalPages.privacy),
    accessibility: traitOf(legalPages.accessibility),
  };
}

function traitOf(found: GatheredSite["legalPages"]["imprint"]): LegalPageTrait | null {
  if (found.state === "unchecked") return null;
  if (found.state !== "read") return { url: null, digest: null };
  const { url, facts } = found.page;
  if (isUnread(found.page)) return { url, digest: null };
  // Numbers change by themselves: years, counters and tokens of forms.
  const words = facts.text.replace(/\d+/g, "").replace(/\s+/g, " ");
  return { url, digest: createHash("sha256").update(words).digest("hex").slice(0, 16) };
}
