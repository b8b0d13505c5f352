import type { DmarcPolicy } from "./dmarc-policies.ts";
import type { DnsSnapshot } from "./dns.ts";
import { dmarcRecordsOf, tagsOf } from "./mail.ts";

/** The policy that a domain asks for; several records, or one without a valid `p`, count as none, as in its report. */
export function dmarcPolicyOf(domain: string, snapshot: Pick<DnsSnapshot, "records" | "mail">): DmarcPolicy {
  const [only, ...more] = dmarcRecordsOf(domain, snapshot);
  const policy = more.length === 0 ? tagsOf(only)?.p?.toLowerCase() : undefined;
  return policy === "reject" || policy === "quarantine" || policy === "none" ? policy : "missing";
}
