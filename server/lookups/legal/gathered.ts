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
  /** What answers without TLS: its status, and where it leads. */
  plain: { status: number; location: string | null } | { error: string };
  robots: RobotsAnswer;
  links: CheckedLinks;
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
export interface PageFacts {
  title: string;
  robots: string[];
  links: PageLink[];
  forms: PageForm[];
  /** What the page brings in: scripts, frames, pictures, styles. */
  resources: { tag: string; url: string }[];
  text: string;
  hasPassword: boolean;
}

export interface PageLink {
  url: string;
  text: string;
}

export interface PageForm {
  /** Where it is sent; absolute. */
  action: string;
  method: string;
  fields: string[];
  /** How it is found in the page. */
  selector: string;
}

export type RobotsAnswer =
  | { state: "read"; blocksAll: boolean; line: string | null }
  | { state: "none"; reason: string };

export interface CheckedLinks {
  checked: number;
  broken: { url: string; from: string; text: string; reason: string }[];
  /** How many were left alone because robots.txt says so, and because there are too many. */
  leftByRobots: number;
  leftByLimit: number;
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
