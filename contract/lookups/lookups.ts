import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { bulkSelection } from "../records/bulk.ts";
import { z } from "../zod.ts";

/** What the portal asks of servers of others, and about which of its records. */
export const lookupKinds = {
  dns: { label: "DNS", target: "domain" },
  registration: { label: "Registrierung", target: "domain" },
  holderMail: { label: "E-Mail des Inhabers", target: "domain" },
  redirect: { label: "Weiterleitung", target: "domain" },
  lookalikes: { label: "Ähnliche Domains", target: "domain" },
  siteAddresses: { label: "Adressen der Website", target: "website" },
  hostAddresses: { label: "Adressen des Hosters", target: "host" },
  ports: { label: "Offene Ports", target: "host" },
  technologies: { label: "Technik", target: "website" },
  legal: { label: "Rechtliches", target: "website" },
} as const;
export type LookupKind = keyof typeof lookupKinds;
export type LookupTargetType = "domain" | "website" | "host";
/** The kinds of questions about records of one type. */
export type LookupKindOf<Type extends LookupTargetType> = {
  [Kind in LookupKind]: (typeof lookupKinds)[Kind]["target"] extends Type ? Kind : never;
}[LookupKind];

/** How an answer came about, beside the answer itself. */
export interface LookupState {
  answeredAt: Date | null;
  triedAt: Date | null;
  /** Why the last try came to nothing, as a sentence. */
  error: string | null;
  dueAt: Date;
}

const kind = z.enum(keysOf(lookupKinds));

/** A record that is asked about; its type follows from who asks. */
export const oneTarget = z.strictObject({ id });
export const askLookup = z.strictObject({ id, kind });
export const askLookups = z.strictObject({ kind, selection: bulkSelection });
