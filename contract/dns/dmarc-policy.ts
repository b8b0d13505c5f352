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

/** The policy that a domain asks for; several records, or one without a valid `p`, count as none, as in its report. */
export function dmarcPolicyOf(domain: string, snapshot: Pick<DnsSnapshot, "records" | "mail">): DmarcPolicy {
  const [only, ...more] = dmarcRecordsOf(domain, snapshot);
  const policy = more.length === 0 ? tagsOf(only)?.p?.toLowerCase() : undefined;
  return policy === "reject" || policy === "quarantine" || policy === "none" ? policy : "missing";
}
