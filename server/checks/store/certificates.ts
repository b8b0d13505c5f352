import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { StoreFile } from "./open-store.ts";

/** What was seen longer ago may have been given up. */
const recentMs = 30 * dayMs;

/** What is known of certificates beyond the check that has read them. */
export function openCertificates(sqlite: StoreFile) {
  const newer = sqlite
    .prepare(`select 1 from certificates where fingerprint <> @fingerprint and seen_until >= @since
      and json_extract(facts, '$.validTo') > @validTo and json_extract(facts, '$.isTrusted')
      and exists (select 1 from json_each(facts, '$.names') as name
        where name.value in (select value from json_each(@names))) limit 1`)
    .pluck();
  return {
    /** Whether a trusted certificate for one of its names that lives longer was seen at any of the checks lately. */
    isRenewed({ fingerprint, validTo, names }: CertificateFacts, now: number): boolean {
      return newer.get({ fingerprint, validTo, names: JSON.stringify(names), since: now - recentMs }) !== undefined;
    },
  };
}
