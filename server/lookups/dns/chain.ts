import type { DnskeyAnswer, DSAnswer, RrsigAnswer } from "dns-packet";
import type { Dns } from "./resolver.ts";
import type { Anchor } from "./root.ts";
import { isNamed, isSignedBy, isSupported } from "./signatures.ts";
import { type Answer, type DnsReply, plainName, type RecordType } from "./wire.ts";

/** Why a chain of signatures does not hold, in words for people. */
export class BrokenChain extends Error {}

/** From when until when a signature counts. */
export interface SignedSpan {
  from: Date;
  until: Date;
}

/** The keys of a zone that the root vouches for, and how long the zone itself has signed them. */
export interface TrustedKeys {
  keys: DnskeyAnswer[];
  span: SignedSpan;
}

export interface Chain {
  /** Refuses with BrokenChain what is not signed by the zone's trusted keys; returns the spans of the zone's own signatures. */
  verify(records: readonly Answer[], all: readonly Answer[]): Promise<SignedSpan[]>;
  /** Undefined where a parent says that the zone is not signed, or names only keys that nobody can check (RFC 4035, 5.2). */
  keysOf(zone: string): Promise<TrustedKeys | undefined>;
}

const maxSteps = 10;

/** Follows signatures from a zone up to the root's bundled anchors, asking for what it needs on the way. */
export function openChain(dns: Dns): Chain {
  const { anchors, now } = dns.options;
  const trusted = new Map<string, Promise<TrustedKeys | undefined>>();

  /** The span of the signature that holds the longest. */
  function check(records: readonly [Answer, ...Answer[]], all: readonly Answer[], keys: readonly DnskeyAnswer[]) {
    const [first] = records;
    const signatures = signaturesOf(first, all);
    if (signatures.length === 0) throw new BrokenChain(`${first.type} von ${nameOf(first)} ist nicht signiert`);
    const seconds = now().getTime() / 1000;
    const current = signatures
      .filter(({ data: { inception, expiration } }) => inception <= seconds && seconds < expiration)
      .toSorted((one, other) => other.data.expiration - one.data.expiration);
    const holding = current.find((signature) => keys.some((key) => isSignedBy(signature, records, key)));
    if (holding) return spanOf(holding);
    throw new BrokenChain(
      current.length > 0
        ? `Die Signatur von ${first.type} ${nameOf(first)} passt zu keinem Schlüssel`
        : `Die Signatur von ${first.type} ${nameOf(first)} ist abgelaufen oder gilt noch nicht`,
    );
  }

  async function readKeys(zone: string, vouchers: readonly Anchor[]): Promise<TrustedKeys> {
    const { reply } = await dns.find(zone, "DNSKEY");
    const [first, ...more] = ofType(reply, "DNSKEY", zone);
    const keys = first ? [first, ...more] : [];
    const entry = keys.filter((key) => vouchers.some((voucher) => isNamed(key, voucher)));
    if (!first || entry.length === 0)
      throw new BrokenChain(`Kein Schlüssel von ${zone || "."} passt zu dem, was darüber steht`);
    return { keys, span: check([first, ...more], reply.answers, entry) };
  }

  async function readTrusted(zone: string, steps: number): Promise<TrustedKeys | undefined> {
    if (zone === "") return readKeys("", anchors);
    const { reply, zones } = await dns.find(zone, "DS", "above");
    const [first, ...more] = ofType(reply, "DS", zone);
    const signer = plainName(signaturesOf(first, reply.answers)[0]?.data.signersName ?? zones.at(-1)?.name ?? "");
    if (!isAbove(signer, zone)) throw new BrokenChain(`${signer} darf nicht für ${zone} unterschreiben`);
    const above = await keysOf(signer, steps + 1);
    // Below a zone that is not signed nothing is, whatever it says.
    if (!above || !first) return undefined;
    check([first, ...more], reply.answers, above.keys);
    const vouchers = [first, ...more].flatMap(({ data }) =>
      isSupported(data) ? [{ ...data, digest: data.digest.toString("hex") }] : [],
    );
    return vouchers.length > 0 ? readKeys(zone, vouchers) : undefined;
  }

  function keysOf(zone: string, steps = 0): Promise<TrustedKeys | undefined> {
    const name = plainName(zone);
    if (steps > maxSteps) return Promise.reject(new BrokenChain("Die Kette der Signaturen führt im Kreis"));
    const known = trusted.get(name) ?? readTrusted(name, steps);
    trusted.set(name, known);
    return known;
  }

  return {
    keysOf,
    async verify([first, ...more], all) {
      const signer = signaturesOf(first, all)[0]?.data.signersName;
      if (!first || signer === undefined) throw new BrokenChain(`${first?.type ?? "Die Antwort"} ist nicht signiert`);
      const name = plainName(first.name);
      if (name !== plainName(signer) && !isAbove(plainName(signer), name))
        throw new BrokenChain(`${signer} darf nicht für ${name} unterschreiben`);
      const trustedKeys = await keysOf(signer);
      if (!trustedKeys) throw new BrokenChain(`Für ${signer} gibt es darüber keinen Schlüssel`);
      return [trustedKeys.span, check([first, ...more], all, trustedKeys.keys)];
    },
  };
}

const spanOf = ({ data: { inception, expiration } }: RrsigAnswer): SignedSpan => ({
  from: new Date(inception * 1000),
  until: new Date(expiration * 1000),
});

function signaturesOf(record: Answer | undefined, all: readonly Answer[]): RrsigAnswer[] {
  if (!record) return [];
  return all.flatMap((each) =>
    each.type === "RRSIG" && each.data.typeCovered === record.type && plainName(each.name) === plainName(record.name)
      ? [each]
      : [],
  );
}

function ofType<Type extends "DNSKEY" | "DS">(
  { answers }: DnsReply,
  type: Type & RecordType,
  zone: string,
): (Type extends "DNSKEY" ? DnskeyAnswer : DSAnswer)[] {
  const found = answers.filter((answer) => answer.type === type && plainName(answer.name) === zone);
  return found as (Type extends "DNSKEY" ? DnskeyAnswer : DSAnswer)[];
}

const isAbove = (zone: string, name: string) => zone !== name && (zone === "" || name.endsWith(`.${zone}`));

const nameOf = ({ name }: Answer) => plainName(name) || ".";
