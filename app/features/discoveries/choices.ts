import {
  answersOf,
  type DiscoveredUrl,
  isRedirectOnly,
  showsNoSite,
} from "../../../contract/discoveries/discoveries.ts";
import type { SiteOrder } from "../../../contract/discoveries/discoveries-input.ts";
import type { Ref } from "../../../contract/records/fields.ts";

/** To whom a website is to belong: to nobody, to the new customer of its Impressum, or to one that is kept. */
export type CustomerChoice = "none" | "new" | Ref;

/** What a person has decided about a URL; what they have not touched is as proposed. */
export interface Choice {
  isTicked?: boolean;
  name?: string;
  url?: string;
  customer?: CustomerChoice;
  /** Fields of the new customer that were corrected. */
  newCustomer?: Record<string, string>;
  host?: Ref | null;
  /** Whether the domain that was entered becomes one of the website, where it leads to another. */
  isRedirectWanted?: boolean;
}

export type Choices = Readonly<Record<string, Choice>>;

/** Where the choices of a discovery are kept over a reload of the tab. */
export const choicesKey = (discoveryId: string) => `discovery:${discoveryId}`;

/** Why nothing can be created of a URL; undefined where a website can, or the domain that leads to one. */
export function obstacleOf(discovered: DiscoveredUrl): string | undefined {
  const { website, existing, sameAs, url, state } = discovered;
  if (isRedirectOnly(discovered)) return undefined;
  if (website) return "angelegt";
  if (existing) return "gibt es schon";
  if (sameAs) return "doppelt";
  if (state !== "done") return "wird geprüft";
  return url ? undefined : "keine Adresse";
}

/** A site that answers is ticked, unless somebody has decided otherwise; a domain for a website that is there is only offered. */
export function isTicked(discovered: DiscoveredUrl, { isTicked: own }: Choice = {}): boolean {
  if (obstacleOf(discovered)) return false;
  if (isRedirectOnly(discovered)) return own ?? false;
  return own ?? (answersOf(discovered.steps).reach !== undefined && !showsNoSite(discovered));
}

export function customerOf({ proposal }: DiscoveredUrl, { customer }: Choice = {}): CustomerChoice {
  return customer ?? proposal.customer ?? (proposal.newCustomer ? "new" : "none");
}

export const hostOf = ({ proposal }: DiscoveredUrl, { host }: Choice = {}): Ref | null =>
  host === undefined ? proposal.host : host;

/** The other URLs to create that are on a server of the same IP address and have no host, unless somebody took it away. */
export function hostlessOnSameServer(urls: readonly DiscoveredUrl[], choices: Choices, urlId: string): string[] {
  const ipsOf = ({ steps }: DiscoveredUrl) => {
    const host = answersOf(steps).host;
    return host && !host.cdn ? host.ips : [];
  };
  const ips = new Set(urls.filter(({ id }) => id === urlId).flatMap(ipsOf));
  return urls
    .filter(
      (discovered) => discovered.id !== urlId && !discovered.website && !discovered.existing && !discovered.sameAs,
    )
    .filter(({ id }) => choices[id]?.host === undefined)
    .filter((discovered) => !discovered.proposal.host && ipsOf(discovered).some((ip) => ips.has(ip)))
    .map(({ id }) => id);
}

export function newCustomerOf({ proposal }: DiscoveredUrl, { newCustomer }: Choice = {}): Record<string, string> {
  return { ...proposal.newCustomer, ...newCustomer };
}

export const isRedirectWanted = ({ proposal }: DiscoveredUrl, { isRedirectWanted: own }: Choice = {}): boolean =>
  proposal.redirect !== null && (own ?? true);

/** The order to create a website of a URL as it stands on screen. */
export function orderOf(discovered: DiscoveredUrl, choice: Choice = {}): SiteOrder {
  if (isRedirectOnly(discovered)) return { urlId: discovered.id, redirectDomain: true };
  const customer = customerOf(discovered, choice);
  const host = hostOf(discovered, choice);
  const fields = Object.entries(newCustomerOf(discovered, choice)).filter(([, value]) => value.trim() !== "");
  return {
    urlId: discovered.id,
    website: {
      name: choice.name ?? discovered.proposal.name,
      url: choice.url ?? discovered.url,
      ...(typeof customer === "object" && customer.id && { customerId: customer.id }),
      hosts: host ? [{ id: host.id, role: "web" }] : [],
    },
    ...(discovered.proposal.redirect && { redirectDomain: isRedirectWanted(discovered, choice) }),
    ...(customer === "new" && { customer: Object.fromEntries(fields) }),
  };
}

/** A URL of which no website was created yet can be looked at again. */
export const mayRetry = ({ state, website }: DiscoveredUrl): boolean => state === "done" && website === null;
