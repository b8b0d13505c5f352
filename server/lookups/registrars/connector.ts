/** A domain that somebody has at a registrar; null for what that one does not say. Dates are `YYYY-MM-DD`. */
export interface RegistrarDomain {
  nameAce: string;
  registeredOn: string | null;
  /** The day on which the contract renews or ends. */
  renewsOn: string | null;
  autoRenew: boolean | null;
  isLocked: boolean | null;
  nameservers: string[] | null;
  /** In the registrar's own words. */
  status: string | null;
  /** What a renewal costs, where that stands with the domain. */
  price: RegistrarPrice | null;
}

export interface RegistrarPrice {
  cents: number;
  currency: string;
  months: number;
}

/** A zone of the DNS, which is no registration. */
export interface RegistrarZone {
  nameAce: string;
  nameservers: string[] | null;
}

/** A domain as a list has it: whole, or with what it takes to ask for the rest. */
export type ListedDomain = { nameAce: string } & ({ domain: RegistrarDomain } | { key: string });

/** Signed in at a registrar. What it cannot tell (see its capabilities) is empty. */
export interface RegistrarSession {
  listDomains(): Promise<ListedDomain[]>;
  getDomain(key: string): Promise<RegistrarDomain>;
  listZones(): Promise<RegistrarZone[]>;
  /** What renewals cost by ending, of those asked for that it knows. */
  prices(endings: readonly string[]): Promise<Map<string, RegistrarPrice>>;
  /** Signs out; never rejects. */
  close(): Promise<void>;
}

export interface RegistrarTools {
  allowedNetworks: readonly string[];
  now(): Date;
}

export type RegistrarValues = Readonly<Record<string, string>>;

/** One registrar; `open` throws an OutboundProblem where the keys are refused or nobody answers. */
export interface Connector {
  open(values: RegistrarValues, tools: RegistrarTools): Promise<RegistrarSession>;
}
