import type { LookupState } from "../lookups/lookups.ts";
import type { DnsFinding, DnsSnapshot } from "./dns.ts";
import type { MailReport } from "./mail.ts";

export interface DnsView {
  name: string;
  /** Null for names that the internet does not know. */
  lookup: LookupState | null;
  /** Null until somebody has answered. */
  snapshot: DnsSnapshot | null;
  findings: DnsFinding[];
  zoneFile: string | null;
  /** Null until somebody has looked. */
  mail: MailReport | null;
}
