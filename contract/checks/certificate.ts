import { dayMs } from "../time/durations.ts";
import { type CauseCode, causeText } from "./causes.ts";
import type { CertificateLevel } from "./certificate-levels.ts";
import type { CertificateFacts } from "./facts.ts";
import type { CheckOutcome } from "./status.ts";

/** Certificates that live no longer than this are renewed so late that fixed days say nothing. */
const shortLifeDays = 10;
const criticalDays = 3;
const leftOf = { watch: 0.33, warning: 0.2, critical: 0.1, shortWarning: 0.3 };

type Life = Pick<CertificateFacts, "validFrom" | "validTo">;

/**
 * The level of a certificate relative to its own lifetime. Where a newer one for the same name has been seen elsewhere,
 * the renewal works and only its delivery is open: that is one level less.
 */
export function certificateLevel(
  { validFrom, validTo }: Life,
  now: Date,
  isRenewedElsewhere = false,
): CertificateLevel {
  const end = Date.parse(validTo);
  const life = Math.max(1, end - Date.parse(validFrom));
  const left = end - now.getTime();
  if (left <= 0) return "expired";
  const isShort = life <= shortLifeDays * dayMs;
  const share = left / life;
  const isCritical = share < leftOf.critical || (!isShort && left < criticalDays * dayMs);
  if (isCritical) return isRenewedElsewhere ? "warning" : "critical";
  if (share < (isShort ? leftOf.shortWarning : leftOf.warning)) return isRenewedElsewhere ? "watch" : "warning";
  return share < leftOf.watch && !isRenewedElsewhere ? "watch" : "good";
}

export interface CertificateJudgement {
  outcome: Extract<CheckOutcome, "ok" | "degraded" | "failed">;
  level: CertificateLevel;
  code?: CauseCode;
  text?: string;
}

/** What a certificate means for whoever visits: failed where browsers refuse it, degraded where somebody has to act soon. */
export function judgeCertificate(facts: CertificateFacts, now: Date, isRenewedElsewhere = false): CertificateJudgement {
  const level = certificateLevel(facts, now, isRenewedElsewhere);
  const as = (outcome: CertificateJudgement["outcome"], code: CauseCode, detail?: string) => ({
    outcome,
    level,
    code,
    text: causeText(code, detail),
  });
  if (level === "expired") return as("failed", "certificateExpired", `am ${dayOf(facts.validTo)}`);
  if (Date.parse(facts.validFrom) > now.getTime())
    return as("failed", "certificateNotYetValid", `erst ab ${dayOf(facts.validFrom)}`);
  if (!facts.matchesName) return as("failed", "certificateName", facts.names.slice(0, 3).join(", ") || undefined);
  if (facts.isSelfSigned) return as("degraded", "certificateSelfSigned");
  if (!facts.isTrusted) return as("failed", "certificateChain", facts.issuer || undefined);
  if (level === "critical" || level === "warning") return as("degraded", "certificateWarning", leftText(facts, now));
  const weakness = weaknessOf(facts);
  if (weakness) return as("degraded", "certificateWeak", weakness);
  return { outcome: "ok", level };
}

const dayOf = (instant: string) =>
  new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeZone: "Europe/Berlin" }).format(new Date(instant));

function leftText({ validTo }: Life, now: Date): string {
  const days = Math.floor((Date.parse(validTo) - now.getTime()) / dayMs);
  return days < 1 ? "noch heute" : days === 1 ? "noch 1 Tag" : `noch ${days} Tage`;
}

const oldProtocols = new Set(["SSLv3", "TLSv1", "TLSv1.1"]);

/** What browsers warn of or will soon refuse: protocols before TLS 1.2, short keys, signatures by SHA-1 or MD5. */
function weaknessOf({ protocol, key, signature }: CertificateFacts): string | undefined {
  if (protocol && oldProtocols.has(protocol)) return protocol.replace("TLSv", "TLS ");
  const [, kind, bits] = /^(RSA|DSA|EC) (\d+)$/.exec(key) ?? [];
  if (kind && Number(bits) < (kind === "EC" ? 224 : 2048)) return `Schlüssel ${key}`;
  if (signature && /^(?:md5|sha-?1)(?![\d-]?\d)/i.test(signature)) return `Signatur ${signature}`;
  return undefined;
}
