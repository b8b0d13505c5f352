/** What a run has read of a website. Rules read nothing else, so that they can be tried without a network. */
export interface GatheredSite {
  /** The address of the website in the portal. */
  url: string;
  kind: string;
  lifecycle: string;
  customerName: string | null;
  /** What was read without a browser, the start page first. */
  pages: readonly ReadPage[];
  legalPages: Readonly<Record<LegalPageKind, FoundLegalPage>>;
  plain: PlainAnswer;
  robots: RobotsAnswer;
  links: CheckedLinks;
  /** What stands on the pages to which those links lead. */
  linkedPages: readonly LinkedPage[];
  browser: BrowserRun | { unavailable: string };
}

export type LegalPageKind = "imprint" | "privacy" | "accessibility";

export type FoundLegalPage =
  | { state: "read"; page: ReadPage; linkText: string; from: string }
  | { state: "broken"; url: string; linkText: string; from: string; reason: string }
  | { state: "missing"; lookedAt: number }
  | { state: "unchecked"; reason: string };

export interface ReadPage {
  url: string;
  status: number;
  /** In lower case, with the values of headers that come more than once joined by line breaks. */
  headers: Readonly<Record<string, string>>;
  /** How many clicks it is from the start page. */
  clicks: number;
  facts: PageFacts;
}

/** What the HTML of a page says. */
export interface PageFacts extends PageLoads {
  title: string;
  robots: string[];
  links: PageLink[];
  text: string;
  hasPassword: boolean;
}

/** What a page sends and brings in. */
export interface PageLoads {
  forms: PageForm[];
  /** Scripts, frames, pictures, styles. */
  resources: { tag: string; url: string }[];
}

export interface LinkedPage {
  url: string;
  facts: PageLoads;
}

export interface PageLink {
  url: string;
  text: string;
  isNofollow?: boolean;
}

export interface PageForm {
  /** Where it is sent; absolute. */
  action: string;
  method: string;
  fields: string[];
  /** How it is found in the page. */
  selector: string;
}

/** What answers without TLS: its status and where it leads, nobody, or why that is not known. */
export type PlainAnswer =
  | { state: "answered"; status: number; location: string | null }
  | { state: "closed" }
  | { state: "unknown"; reason: string };

/** A robots.txt that could not be read forbids everything (RFC 9309, 2.3.1.4); where there is none, nothing is forbidden. */
export type RobotsAnswer =
  | { state: "read"; blocksAll: boolean; line: string | null }
  | { state: "none"; reason: string }
  | { state: "unreadable"; reason: string };

export interface CheckedLinks {
  /** How many answered in a way that says whether there is a page. */
  checked: number;
  broken: { url: string; from: string; text: string; reason: string }[];
  /** How many were left alone because robots.txt says so, and because there are too many or no time was left. */
  leftByRobots: number;
  leftByLimit: number;
  /** How many were left alone because a request might change something, such as a cart. */
  leftAsActions: number;
  /** How many did not load, or only said that they are busy. */
  silent: number;
}

/** What a browser saw that opened the start page and touched nothing. */
export interface BrowserRun {
  url: string;
  requests: readonly SeenRequest[];
  cookies: readonly SeenCookie[];
  axe: readonly AxeViolation[] | { unavailable: string };
  figures: { lcpMs: number | null; cls: number | null; fcpMs: number | null; ttfbMs: number | null };
  weightBytes: number;
  /** The page asked for more than is looked at: what came after that is unknown. */
  isCutOff: boolean;
}

export interface SeenRequest {
  url: string;
  type: string;
  status: number | null;
}

export interface SeenCookie {
  name: string;
  domain: string;
  /** How long it stays; null for the length of the session. */
  days: number | null;
}

export interface AxeViolation {
  id: string;
  impact: "minor" | "moderate" | "serious" | "critical" | null;
  help: string;
  helpUrl: string;
  selectors: string[];
  count: number;
}
