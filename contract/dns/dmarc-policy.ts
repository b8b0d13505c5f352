import type { DnsSnapshot } from "./dns.ts";
import { dmarcRecordsOf, tagsOf } from "./mail.ts";

/** What a domain asks receivers to do with mail that is not its own. */
export const dmarcPolicies = {
  reject: "Abweisen",
  quarantine: "In den Spam",
  none: "Nur beobachten",
  missing: "Fehlt",
} as const;
export type DmarcPolicy = keyof typeof dmarcPolicies;

/** The policy that receivers see: of several records none counts, and one without a valid `p` only where it asks for reports (RFC 7489, 6.6.3). */
export function dmarcPolicyOf(domain: string, snapshot: Pick<DnsSnapshot, "records" | "mail">): DmarcPolicy {
  const [only, ...more] = dmarcRecordsOf(domain, snapshot);
  const tags = more.length === 0 ? tagsOf(only) : undefined;
  const policy = tags?.p?.toLowerCase();
  if (policy === "reject" || policy === "quarantine" || policy === "none") return policy;
  return tags?.rua ? "none" : "missing";
}
