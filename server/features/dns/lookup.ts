import { carryOver, compareSnapshots } from "../../../contract/dns/compare.ts";
import { dmarcPolicyOf } from "../../../contract/dns/dmarc-policy.ts";
import type { DnsSnapshot } from "../../../contract/dns/dns.ts";
import { judgeMail, type MailGrade } from "../../../contract/dns/mail.ts";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { takeSnapshot } from "../../lookups/dns/snapshot.ts";
import { readMailFacts } from "../../lookups/mail/mail-facts.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { followDelegation } from "../incidents/follow-delegation.ts";
import type { LookupRule } from "../lookups/kinds.ts";

/** Asks the authoritative servers of a domain every hour, for premium customers every ten minutes, and tells what has changed. */
export const dnsLookup: LookupRule<DnsSnapshot> = {
  kind: "dns",
  async ask({ tools, allowedNetworks }, { nameAce, dkimSelectors }, before) {
    const dns = tools.openDns(allowedNetworks);
    const snapshot = carryOver(before, await takeSnapshot(dns, nameAce, dkimSelectors));
    if (snapshot.state !== "delegated") return snapshot;
    return { ...snapshot, mail: await readMailFacts(dns, nameAce, snapshot, before) };
  },
  async keep(tx, { id, nameAce }, snapshot, before) {
    const { state, parentNameservers, dnssec } = snapshot;
    await tx.db.updateTable("domains").set({ delegation: state }).where("id", "=", id).execute();
    if (state === "delegated")
      await tx.db
        .updateTable("domains")
        .set({
          nameservers: JSON.stringify(parentNameservers),
          dnssec: dnssec.dsRecords.length > 0 && dnssec.state !== "unsigned" ? 1 : 0,
          caa: JSON.stringify(issuersIn(nameAce, snapshot)),
          ...(snapshot.mail && { dmarc: dmarcPolicyOf(nameAce, snapshot) }),
        })
        .where("id", "=", id)
        .execute();
    const changes = compareSnapshots(before, snapshot);
    const grade = gradeIn(nameAce, snapshot);
    const known = before && gradeIn(nameAce, before);
    if (grade) await tx.db.updateTable("domains").set({ mail: grade }).where("id", "=", id).execute();
    if (grade && known && grade !== known) changes.push({ kind: "mailGrade", before: [known], after: [grade] });
    const target = { type: "domain", id } as const;
    await recordChangeEvents(
      tx,
      changes.map((change) => ({ ...change, source: "dns", target })),
    );
    await followDelegation(tx, id, state === "delegated");
    if (changes.length > 0 || !before)
      tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [id] } } });
  },
  waitMs: ({ state }, { isPremium }) => (state === "delegated" && !isPremium ? hourMs : 10 * minuteMs),
};

/** „letsencrypt.org“: who may issue certificates for a domain by its CAA records (RFC 8659); „niemand“ where all are banned. */
function issuersIn(domain: string, { records }: DnsSnapshot): string[] {
  const issuers = records.flatMap(({ name, type, value }) => {
    const [, tag, issuer = ""] =
      type === "CAA" && name === domain ? (/^\d+ (issue|issuewild) "?([^";]*)/.exec(value) ?? []) : [];
    return tag === undefined ? [] : [issuer.trim()];
  });
  const named = issuers.filter(Boolean);
  return issuers.length > 0 && named.length === 0 ? ["niemand"] : [...new Set(named)];
}

/** The grade of a domain's mail; undefined while nobody has looked for what decides it. */
function gradeIn(domain: string, snapshot: DnsSnapshot): MailGrade | undefined {
  return snapshot.mail && snapshot.state === "delegated" ? judgeMail(domain, snapshot, snapshot.mail).grade : undefined;
}
