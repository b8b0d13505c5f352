import type { Ref } from "../records/fields.ts";
import type { RegistrarServiceName } from "./services.ts";

/** How a domain at a registrar stands to the portal. */
export const registrarDomainStates = {
  known: "im Portal",
  elsewhere: "im Portal bei einem anderen Konto",
  unknown: "nicht im Portal",
  zone: "nur DNS-Zone",
} as const;
export type RegistrarDomainState = keyof typeof registrarDomainStates;

/** A way to ask a registrar about an account of the agency's. */
export interface RegistrarConnection {
  id: string;
  account: Ref;
  service: RegistrarServiceName;
  /** What may be read again, and which secrets are set. */
  values: Record<string, string>;
  secrets: string[];
  isEnabled: boolean;
  isRunning: boolean;
  triedAt: Date | null;
  succeededAt: Date | null;
  /** Why the last try came to nothing, or what of it did: zones and prices may be missing. */
  error: string | null;
  domainCount: number;
  /** Registered there, and not in the portal. */
  unknownCount: number;
  /** By the portal in this account, but not said by the registrar. */
  missingCount: number;
  problemCount: number;
  version: number;
}

/** What a registrar says of a domain. */
export interface RegistrarAnswer {
  registeredOn: string | null;
  renewsOn: string | null;
  autoRenew: boolean | null;
  isLocked: boolean | null;
  nameservers: string[] | null;
  status: string | null;
  /** Of a renewal; null for those who see no prices. */
  price: { cents: number; currency: string; months: number } | null;
}

export interface RegistrarDomainRow {
  nameAce: string;
  name: string;
  state: RegistrarDomainState;
  /** The domain in the portal. */
  domain: Ref | null;
  answer: RegistrarAnswer | null;
  /** Why this one could not be read; what was known of it stays. */
  problem: string | null;
}

export interface RegistrarDomains {
  connection: RegistrarConnection;
  domains: RegistrarDomainRow[];
  /** By the portal in this account, but the registrar does not name them. */
  missing: Ref[];
}

/** What the registrars say of one domain of the portal. */
export interface DomainAtRegistrar {
  service: RegistrarServiceName;
  account: Ref;
  answer: RegistrarAnswer;
  seenAt: Date;
  problem: string | null;
}
