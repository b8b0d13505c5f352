import { checkConfigs } from "../../contract/checks/configs.ts";
import type { CheckEventKind } from "../../contract/checks/kinds.ts";
import { keysOf } from "../../contract/narrowing.ts";
import type { CheckOrder, ProbeOutcome } from "./probe.ts";
import type { Times } from "./store/packing.ts";
import type { NewEvent } from "./store/results.ts";
import type { Claimed } from "./store/schedule.ts";

/** What a probe is told of a check; undefined where its configuration or its secret cannot be read. */
export function orderOf(
  check: Pick<Claimed, "id" | "kind" | "target" | "timeoutMs" | "config" | "secret">,
  unseal: (sealed: string) => string,
): CheckOrder | undefined {
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
const remembered = ["bodyHash", "finalUrl"] as const;

/** What is known of a target after a look: what the look did not find out stays as it was. */
export function factsOf(before: Record<string, unknown>, found: ProbeOutcome): Record<string, unknown> {
  const facts = { ...before };
  if (found.outcome !== "failed") {
    for (const name of remembered) if (found[name] !== undefined) facts[name] = found[name];
    for (const name of keysOf(traits)) {
      const debounced = debounce(name, before, found[name]);
      if (debounced) Object.assign(facts, { [name]: debounced.value, [debounceKey(name)]: debounced.state });
    }
  }
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
  for (const name of keysOf(traits)) {
    const debounced = debounce(name, before, found[name]);
    if (debounced?.isChanged)
      changes.push({ kind: traits[name].kind, data: { before: before[name], after: debounced.value } });
  }
  return changes;
}

type Value = string | number;

/** What pages show differently by themselves, and from when on that is another one. */
const traits = {
  // Numbers change by themselves: unread messages, years, what is in a basket.
  title: { kind: "titleChanged", isSame: (one: Value, other: Value) => wordsOf(one) === wordsOf(other) },
  banner: { kind: "bannerChanged", isSame: (one: Value, other: Value) => one === other },
  size: { kind: "sizeChanged", isSame: (one: Value, other: Value) => !isOtherSize(Number(one), Number(other)) },
} as const satisfies Record<string, { kind: CheckEventKind; isSame(one: Value, other: Value): boolean }>;
type Trait = keyof typeof traits;

const wordsOf = (text: Value) => String(text).replace(/\d+/g, "").replace(/\s+/g, " ").trim();

const minSizeChange = 4096;

/** Pages differ a little each time; half or twice as much is another page. */
function isOtherSize(was: number, is: number): boolean {
  return Math.abs(is - was) >= minSizeChange && (is >= 2 * was || 2 * is <= was);
}

/** Looks in a row that agree until something new counts. */
const looksOfNew = 3;
/** The same for what was there before: pages that alternate, as in an A/B test, do so by chance. */
const looksOfKnown = 20;
const maxFormer = 6;

interface DebounceState {
  /** What was found last in place of the value, and in how many looks in a row. */
  candidate?: { value: Value; looks: number };
  /** What was there, or seemed to be, before. */
  former: Value[];
}

const debounceKey = (name: Trait) => `${name}Debounce`;

/** Takes in what a look has found: something else becomes the value only once it stays. */
function debounce(name: Trait, facts: Record<string, unknown>, found: Value | undefined) {
  if (found === undefined) return undefined;
  const { isSame } = traits[name];
  const value = facts[name] as Value | undefined;
  if (value === undefined) return { value: found, state: undefined, isChanged: false };
  const { candidate, former } = (facts[debounceKey(name)] as DebounceState | undefined) ?? { former: [] };
  const remember = (past: Value | undefined) =>
    past === undefined || former.some((each) => isSame(each, past)) ? former : [past, ...former].slice(0, maxFormer);
  if (isSame(value, found)) {
    const past = remember(candidate?.value);
    return { value: found, state: past.length > 0 ? { former: past } : undefined, isChanged: false };
  }
  const isAgain = candidate !== undefined && isSame(candidate.value, found);
  const looks = isAgain ? candidate.looks + 1 : 1;
  if (looks < (former.some((each) => isSame(each, found)) ? looksOfKnown : looksOfNew)) {
    const past = isAgain ? former : remember(candidate?.value);
    return { value, state: { candidate: { value: found, looks }, former: past }, isChanged: false };
  }
  return { value: found, state: { former: remember(value) }, isChanged: true };
}
