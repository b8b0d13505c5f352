import type { CheckStatus } from "../checks/status.ts";
import type { SlaLevel } from "../dashboard/rank.ts";
import type { Ref } from "../records/fields.ts";

/** Of what it can be asked what hangs on it. */
export const impactTypes = {
  host: "Dieser Hoster",
  provider: "Alles beim Anbieter",
  domain: "Diese Domain",
  nameservers: "Alle Domains auf denselben Nameservern",
} as const;
export type ImpactType = keyof typeof impactTypes;

/** A host or a domain through which something falls. */
export interface ImpactStep extends Ref {
  type: "host" | "domain";
  /** Whether it falls, too, in what is asked. */
  falls: boolean;
}

export interface ImpactWebsite extends Ref {
  status: CheckStatus;
  /** The ids of the steps that it hangs on and that fall. */
  via: string[];
}

/** Beyond so many websites or steps an answer only counts: nobody reads them, and everybody would wait for them. */
export const maxNamed: { readonly websites: number; readonly steps: number } = { websites: 2000, steps: 1000 };

export interface ImpactCustomer {
  id: string;
  label: string;
  sla: SlaLevel;
  websites: ImpactWebsite[];
  /** Websites that are only counted. */
  more?: { websites: number; offline: number };
  /** With the steps that a contract covers itself, without a website between. */
  contracts: (Ref & { via: string[] })[];
  /** What these contracts bring in a month; absent for whoever may not see prices. */
  monthlyCents?: number;
  /** Whom to call at any hour. */
  emergency: { name: string; phone: string }[];
}

/** What would be down if something were. */
export interface Impact {
  type: ImpactType;
  label: string;
  /** The hosts or domains between it and the websites. */
  through: ImpactStep[];
  /** Steps that are only counted. */
  moreThrough: number;
  /** Those with the highest service level first; websites of nobody come last, without an id. */
  customers: ImpactCustomer[];
  websites: number;
  contracts: number;
  monthlyCents?: number;
}
