import type { Similarity } from "../customers/similarity-labels.ts";
import { keysOf } from "../narrowing.ts";
import type { Ref } from "../records/fields.ts";
import type { SoftwareState } from "../technologies/software.ts";
import type { ImprintFacts } from "./imprint.ts";

/** How many URLs are looked at together. */
export const maxUrls = 200;
/** Of one person, that wait to be looked at. */
export const maxOpenUrls = 400;
/** What was found out holds data about people, and grows old. */
export const keptDays = 30;

/** What is found out about a URL, in the order in which it is shown. */
export const discoverySteps = {
  reach: "Erreichbarkeit",
  domain: "Domain",
  host: "Hoster",
  certificate: "Zertifikat",
  technologies: "System",
  mail: "E-Mail",
  imprint: "Impressum",
  customer: "Kunde",
  picture: "Vorschau",
} as const;
export type DiscoveryStep = keyof typeof discoverySteps;
export const discoveryStepNames = keysOf(discoverySteps);

/** Nothing to find is no failure: it was skipped. */
export const stepStates = ["waiting", "running", "done", "failed", "skipped"] as const;
export type StepState = (typeof stepStates)[number];

/** What each step has found, as it is kept. */
export interface StepAnswers {
  /** No title where something else than the site has answered. */
  reach: {
    url: string;
    title: string;
    status: number;
    ips: string[];
    serverHint: string | null;
    /** What kind of page stands there instead of the site, by its code; absent where it is the site. */
    broken?: string;
  };
  domain: { name: string; known: Ref | null };
  host: { ips: string[]; cdn: string | null; matches: Ref[] };
  certificate: { issuer: string; validTo: string; level: string };
  technologies: { system: FoundVersion | null; php: string | null; names: string[] };
  mail: { grade: string };
  imprint: { url: string; facts: ImprintFacts };
  customer: { matches: CustomerMatch[] };
  picture: FoundPicture;
}

/** How the website looks; the website that is created of the URL takes it over. */
export interface FoundPicture {
  takenAt: string;
  desktopKey: string;
  /** Null where a phone's picture did not come about. */
  mobileKey: string | null;
  look: string;
}

export interface FoundVersion {
  name: string;
  version: string | null;
}

export interface CustomerMatch extends Ref {
  by: Similarity;
  /** Sure enough to be chosen unless somebody chooses otherwise. */
  isSure: boolean;
}

export type DiscoveryStepView = {
  [Step in DiscoveryStep]: {
    step: Step;
    state: StepState;
    /** What was found, or why not, as a sentence. */
    text: string | null;
    answer: StepAnswers[Step] | null;
  };
}[DiscoveryStep];

/** What the steps of a URL have found by now. */
export function answersOf(steps: readonly DiscoveryStepView[]): Partial<StepAnswers> {
  return Object.fromEntries(steps.flatMap(({ step, answer }) => (answer ? [[step, answer]] : [])));
}

/** Where no site answers, but an error or what a server shows before there is a site. */
export function showsNoSite({ steps }: Pick<DiscoveredUrl, "steps">): boolean {
  const reached = answersOf(steps).reach;
  return reached !== undefined && (reached.status >= 400 || Boolean(reached.broken));
}

export interface DiscoveredUrl {
  id: string;
  /** As somebody has entered it. */
  typed: string;
  state: "waiting" | "running" | "done";
  /** Where the website is reached; null until it is known. */
  url: string | null;
  steps: DiscoveryStepView[];
  /** The system and its PHP as they were seen, with how up to date they are today. */
  software: ({ name: string; version: string } & SoftwareState)[];
  /** What would be created. */
  proposal: SiteProposal;
  /** A website that is kept under this URL already. */
  existing: Ref | null;
  /** The URL further up that leads to the same website. */
  sameAs: string | null;
  /** The website that was created of it. */
  website: Ref | null;
}

export interface RedirectingDomain {
  nameAce: string;
  /** In Unicode. */
  label: string;
}

/** Whether all that is left to create of a URL is its domain: the website to which that leads is there, or is created of another. */
export function isRedirectOnly({ state, website, existing, sameAs, proposal }: DiscoveredUrl): boolean {
  return state === "done" && !website && proposal.redirect !== null && Boolean(existing || sameAs);
}

/** Values of the records that a URL would become; a person confirms them, corrected where they are wrong. */
export interface SiteProposal {
  name: string;
  customer: Ref | null;
  /** Fields of a new customer, from the Impressum. */
  newCustomer: Record<string, string> | null;
  host: Ref | null;
  /** Fields of the website that its page has told. */
  website: Record<string, string>;
  /** The domain that was entered, where it leads to another one; null where that is known of the website. */
  redirect: RedirectingDomain | null;
}

export interface DiscoveryView {
  id: string;
  createdAt: Date;
  createdBy: Ref | null;
  /** Until when it is kept. */
  keptUntil: Date;
  total: number;
  done: number;
  created: number;
  urls: DiscoveredUrl[];
}

export type DiscoveryRow = Pick<DiscoveryView, "id" | "createdAt" | "createdBy" | "total" | "done" | "created"> & {
  /** The first URLs, for whoever looks for it. */
  sample: string[];
};

/** What came of creating: each site is created for itself, whatever becomes of the others. */
export interface CreatedSites {
  created: { urlId: string; website: Ref }[];
  refused: { urlId: string; message: string; fields: Record<string, string[]> }[];
}

/** The URLs in a text that somebody has pasted: parted by lines, spaces, commas and semicolons, each once. */
export function splitUrls(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}
