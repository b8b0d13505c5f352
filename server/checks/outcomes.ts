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

/** Of the page or the server that is looked for; an error page in its place says nothing about it. */
const remembered = ["title", "bodyHash", "size", "finalUrl", "banner"] as const;

/** What is known of a target after a look: what the look did not find out stays as it was. */
export function factsOf(before: Record<string, unknown>, found: ProbeOutcome): Record<string, unknown> {
  const facts = { ...before };
  if (found.outcome !== "failed")
    for (const name of remembered) if (found[name] !== undefined) facts[name] = found[name];
  if (found.remoteAddress !== undefined) facts.remoteAddress = found.remoteAddress;
  if (found.certificate) {
    const { fingerprint, keyFingerprint, issuer, validTo } = found.certificate;
    facts.certificate = { fingerprint, keyFingerprint, issuer, validTo };
  }
  return facts;
}

/** The level of a certificate where it has become another one; one that is first seen was good before. */
export function levelChangeOf(before: Record<string, unknown>, found: ProbeOutcome): NewEvent[] {
  const { certificate, certificateLevel: level } = found;
  const was = before.certificateLevel ?? "good";
  if (!certificate || !level || level === was) return [];
  const { fingerprint, issuer, validTo } = certificate;
  const former = (before.certificate as KnownCertificate | undefined)?.fingerprint ?? fingerprint;
  return [{ kind: "certificateLevel", data: { before: was, level, fingerprint, former, issuer, validTo } }];
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
  const was = Number(before.size);
  if (before.size !== undefined && found.size !== undefined && isOtherSize(was, found.size))
    changes.push({ kind: "sizeChanged", data: { before: was, after: found.size } });
  return changes;
}

const minSizeChange = 4096;

/** Pages differ a little each time; half or twice as much is another page. */
function isOtherSize(was: number, is: number): boolean {
  return Math.abs(is - was) >= minSizeChange && (is >= 2 * was || 2 * is <= was);
}
