import type { CheckStatus } from "../checks/status.ts";
import type { SlaLevel } from "../dashboard/rank.ts";
import type { Ref } from "../records/fields.ts";

/** Of what it can be asked what hangs on it. */
export const impactTypes = {
  host: "Dieser Hoster",
  provider: "Alle Hoster des Anbieters",
  domain: "Diese Domain",
  nameservers: "Alle Domains auf denselben Nameservern",
} as const;
export type ImpactType = keyof typeof impactTypes;

export interface ImpactCustomer {
  id: string;
  label: string;
  sla: SlaLevel;
  websites: (Ref & { status: CheckStatus })[];
  contracts: Ref[];
  /** What these contracts bring in a month; absent for whoever may not see prices. */
  monthlyCents?: number;
}

/** What would be down if something were. */
export interface Impact {
  type: ImpactType;
  label: string;
  /** The hosts or domains between it and the websites. */
  through: Ref[];
  /** Those with the highest service level first; websites of nobody come last, without an id. */
  customers: ImpactCustomer[];
  websites: number;
  contracts: number;
  monthlyCents?: number;
}
