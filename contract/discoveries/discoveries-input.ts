import { customers } from "../customers/customers.ts";
import { id } from "../pagination.ts";
import { schemaOf } from "../records/schema.ts";
import { websites } from "../websites/websites.ts";
import { z } from "../zod.ts";
import { maxUrls } from "./discoveries.ts";

const maxUrlLength = 2048;
const label = "Adressen";

export const createDiscovery = z.strictObject({
  urls: z
    .array(z.string().trim().max(maxUrlLength, `${label}: Eine Adresse hat höchstens ${maxUrlLength} Zeichen.`), {
      error: ({ input }) => (input === undefined ? `${label}: Pflichtfeld.` : `${label}: Bitte als Liste senden.`),
    })
    .min(1, `${label}: Pflichtfeld.`)
    .max(maxUrls, `${label}: Höchstens ${maxUrls} auf einmal.`),
  /** Sent again with it, the same order makes no second discovery. */
  creationId: id.optional(),
});

export const discoveryId = z.strictObject({ id });
export const listDiscoveries = z.strictObject({});

/** Without `urlIds`, every URL is meant of which something could not be found out. */
export const retryDiscovery = z.strictObject({
  id,
  urlIds: z
    .array(id, { error: `${label}: Bitte als Liste senden.` })
    .min(1, `${label}: Pflichtfeld.`)
    .max(maxUrls, `${label}: Höchstens ${maxUrls} auf einmal.`)
    .optional(),
});

/** What may be said of a website and of a new customer; each site is checked for itself, whatever is wrong with others. */
export const siteWebsite = schemaOf(websites, { partial: true });
export const siteCustomer = schemaOf(customers);

const fields = z.record(z.string().max(60), z.unknown());

/** One website to create of a URL; what is left out is as proposed, but nobody gets a customer unasked. */
const site = z.strictObject({
  urlId: id,
  website: fields.optional(),
  /** A new customer, or the proposed one: a known customer where one fits, otherwise a new one of the Impressum. */
  customer: z.union([z.literal("proposed"), fields]).optional(),
  /**
   * Whether the domain that was entered is created as a redirect where it leads to another one. It is unless somebody says
   * otherwise; where the website is there already, only if somebody says so.
   */
  redirectDomain: z.boolean({ error: "Weiterleitung: Bitte true oder false senden." }).optional(),
});

export const createSites = z.strictObject({
  id,
  sites: z
    .array(site, {
      error: ({ input }) => (input === undefined ? "Websites: Pflichtfeld." : "Websites: Bitte als Liste senden."),
    })
    .min(1, "Websites: Pflichtfeld.")
    .max(maxUrls, `Websites: Höchstens ${maxUrls} auf einmal.`),
});
export type SiteOrder = z.infer<typeof site>;
