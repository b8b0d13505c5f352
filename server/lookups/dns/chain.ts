import type { DnskeyAnswer, DSAnswer, RrsigAnswer } from "dns-packet";
import type { Dns } from "./resolver.ts";
import type { Anchor } from "./root.ts";
import { isNamed, isSignedBy } from "./signatures.ts";
import { type Answer, type DnsReply, plainName, type RecordType } from "./wire.ts";

/** Why a chain of signatures does not hold, in words for people. */
export class BrokenChain extends Error {}

export interface Chain {
  /** Refuses with BrokenChain what is not signed by the zone's trusted keys; returns when the first signature ends. */
  verify(records: readonly Answer[], all: readonly Answer[]): Promise<Date>;
  /** The keys of a zone that the root vouches for; undefined where a parent says that the zone is not signed. */
  keysOf(zone: string): Promise<DnskeyAnswer[] | undefined>;
}

const maxSteps = 10;

/** Follows signatures from a zone up to the root's bundled anchors, asking for what it needs on the way. */
export function openChain(dns: Dns): Chain {
  const { anchors, now } = dns.options;
  const trusted = new Map<string, Promise<DnskeyAnswer[] | undefined>>();
  let earliest: Date | undefined;

  function check(records: readonly Answer[], all: readonly Answer[], keys: readonly DnskeyAnswer[]): void {
    const [first] = records;
    if (!first) return;
    const signatures = signaturesOf(first, all);
    if (signatures.length === 0) throw new BrokenChain(`${first.type} von ${nameOf(first)} ist nicht signiert`);
    const seconds = now().getTime() / 1000;
    const valid = signatures.find(
      ({ data: { inception, expiration } }) => inception <= seconds && seconds < expiration,
    );
    const isSigned = signatures.find(
      (signature) =>
        signature.data.inception <= seconds &&
        seconds < signature.data.expiration &&
        keys.some((key) => isSignedBy(signature, records, key)),
    );
    if (isSigned) {
      const ends = new Date(isSigned.data.expiration * 1000);
      if (!earliest || ends < earliest) earliest = ends;
      return;
    }
    throw new BrokenChain(
      valid
        ? `Die Signatur von ${first.type} ${nameOf(first)} passt zu keinem Schlüssel`
        : `Die Signatur von ${first.type} ${nameOf(first)} ist abgelaufen oder gilt noch nicht`,
    );
  }

  async function readKeys(zone: string, vouchers: readonly Anchor[]): Promise<DnskeyAnswer[]> {
    const { reply } = await dns.find(zone, "DNSKEY");
    const keys = ofType(reply, "DNSKEY", zone);
    const entry = keys.filter((key) => vouchers.some((voucher) => isNamed(key, voucher)));
    if (entry.length === 0) throw new BrokenChain(`Kein Schlüssel von ${zone || "."} passt zu dem, was darüber steht`);
    check(keys, reply.answers, entry);
    return keys;
  }

  async function readTrusted(zone: string, steps: number): Promise<DnskeyAnswer[] | undefined> {
    if (zone === "") return readKeys("", anchors);
    const { reply, zones } = await dns.find(zone, "DS", "above");
    const found = ofType(reply, "DS", zone);
    const signer = plainName(signaturesOf(found[0], reply.answers)[0]?.data.signersName ?? zones.at(-1)?.name ?? "");
    if (!isAbove(signer, zone)) throw new BrokenChain(`${signer} darf nicht für ${zone} unterschreiben`);
    const above = await keysOf(signer, steps + 1);
    // Below a zone that is not signed nothing is, whatever it says.
    if (!above || found.length === 0) return undefined;
    check(found, reply.answers, above);
    return readKeys(
      zone,
      found.map(({ data }) => ({ ...data, digest: data.digest.toString("hex") })),
    );
  }

  function keysOf(zone: string, steps = 0): Promise<DnskeyAnswer[] | undefined> {
    const name = plainName(zone);
    if (steps > maxSteps) return Promise.reject(new BrokenChain("Die Kette der Signaturen führt im Kreis"));
    const known = trusted.get(name) ?? readTrusted(name, steps);
    trusted.set(name, known);
    return known;
  }

  return {
    keysOf,
    async verify(records, all) {
      const [first] = records;
      const signer = first && signaturesOf(first, all)[0]?.data.signersName;
      if (signer === undefined) throw new BrokenChain(`${first?.type ?? "Die Antwort"} ist nicht signiert`);
      const name = plainName(first?.name ?? "");
      if (name !== plainName(signer) && !isAbove(plainName(signer), name))
        throw new BrokenChain(`${signer} darf nicht für ${name} unterschreiben`);
      const keys = await keysOf(signer);
      if (!keys) throw new BrokenChain(`Für ${signer} gibt es darüber keinen Schlüssel`);
      check(records, all, keys);
      return earliest ?? now();
    },
  };
}

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
