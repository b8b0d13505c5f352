import { checkConfigs } from "../../contract/checks/configs.ts";
import type { CheckOrder, ProbeOutcome } from "./probe.ts";
import type { Times } from "./store/packing.ts";
import type { NewEvent } from "./store/results.ts";
import type { Claimed } from "./store/schedule.ts";

/** What a probe is told of a check; undefined where its configuration or its secret cannot be read. */
export function orderOf(check: Claimed, unseal: (sealed: string) => string): CheckOrder | undefined {
  const { id, kind, target, timeoutMs } = check;
  const config = checkConfigs[kind].safeParse(JSON.parse(check.config));
  if (!config.success) return undefined;
  try {
    const secret = check.secret === null ? null : unseal(check.secret);
    return { id, kind, target, timeoutMs, config: config.data, secret } as CheckOrder;
  } catch {
    return undefined;
  }
}

/** Its phases as they are stored: whole milliseconds. */
export function timesOf({ phases }: ProbeOutcome): Times {
  const whole = (value: number | undefined) => (value === undefined ? null : Math.max(0, Math.round(value)));
  return [whole(phases.dns), whole(phases.connect), whole(phases.tls), whole(phases.ttfb), whole(phases.total)];
}

const remembered = ["title", "bodyHash", "size", "finalUrl", "banner", "remoteAddress"] as const;

/** What is known of a target after a look: what the look did not find out stays as it was. */
export function factsOf(before: Record<string, unknown>, found: ProbeOutcome): Record<string, unknown> {
  const facts = { ...before };
  for (const name of remembered) if (found[name] !== undefined) facts[name] = found[name];
  if (found.certificate) {
    const { fingerprint, keyFingerprint, issuer, validTo } = found.certificate;
    facts.certificate = { fingerprint, keyFingerprint, issuer, validTo };
  }
  return facts;
}

interface KnownCertificate {
  fingerprint: string;
  keyFingerprint: string;
  issuer: string;
  validTo: string;
}

/** What has changed about a target that answers; the first look changes nothing. */
export function changesOf(before: Record<string, unknown>, found: ProbeOutcome): NewEvent[] {
  const changes: NewEvent[] = [];
  const known = before.certificate as KnownCertificate | undefined;
  if (known && found.certificate && known.fingerprint !== found.certificate.fingerprint) {
    const { fingerprint, keyFingerprint, issuer, validTo } = found.certificate;
    const after = { fingerprint, keyFingerprint, issuer, validTo };
    changes.push({ kind: "certificateChanged", data: { before: known, after } });
  }
  for (const name of ["title", "banner"] as const) {
    const kind = name === "title" ? "titleChanged" : "bannerChanged";
    const [was, is] = [before[name], found[name]];
    if (typeof was === "string" && is !== undefined && was !== is)
      changes.push({ kind, data: { before: was, after: is } });
  }
  return changes;
}
