import type { Answer, Packet } from "dns-packet";
import { dayMs } from "../../../contract/time/durations.ts";
import { openSeededKey, type SigningKey } from "../../../tests/support/servers/dns/signing.ts";
import { hashOf } from "../tempo.ts";
import { type DemoDomain, type DemoNames, ending } from "./zones.ts";

/** How the signatures of a domain stand; most have none. */
export type Signing = "valid" | "expiring" | "broken";

/** Signs what the name servers of the demo answer, from the root downwards. */
export interface Signatures {
  /** The key of the root, as `DNS_ROOT_ANCHOR` has it. */
  anchor: string;
  signingOf(domain: DemoDomain): Signing | undefined;
  /** What the zone above says of a domain's key; nothing where the domain is not signed. */
  dsOf(domain: DemoDomain): Answer[];
  dsOfEnding: Answer[];
  /** An answer with signatures, of the root, of the ending, or of a domain. */
  sign(zone: "" | typeof ending | DemoDomain, type: string, answer: Packet): Packet;
}

/** Every fifth domain is signed; of the websites that are, one has another key above it, and one has stopped signing. */
export function openSignatures({ domains }: DemoNames, now: () => Date): Signatures {
  const signed = domains.filter(({ nameAce }) => hashOf(`${nameAce} dnssec`) % 5 === 0);
  const [expiring, broken] = signed.filter(({ purpose }) => purpose === "website").slice(-2);
  const signings = new Map<string, Signing>(signed.map(({ nameAce }) => [nameAce, "valid"]));
  if (expiring) signings.set(expiring.nameAce, "expiring");
  if (broken) signings.set(broken.nameAce, "broken");

  const keys = new Map<string, SigningKey>();
  const keyOf = (zone: string, generation = "") => {
    const seed = `${zone} ${generation}`;
    const key = keys.get(seed) ?? openSeededKey(zone, seed);
    keys.set(seed, key);
    return key;
  };
  const endOf = (signing: Signing) => {
    const today = Math.floor(now().getTime() / dayMs) * dayMs;
    return new Date(today + (signing === "expiring" ? 2 : 20) * dayMs);
  };
  const root = keyOf(".");
  const { keyTag, algorithm, digestType, digest } = root.ds.data;

  return {
    anchor: [keyTag, algorithm, digestType, digest.toString("hex")].join(" "),
    signingOf: ({ nameAce }) => signings.get(nameAce),
    dsOf({ nameAce }) {
      const signing = signings.get(nameAce);
      return signing ? [keyOf(nameAce, signing === "broken" ? "former" : "").ds] : [];
    },
    dsOfEnding: [keyOf(ending).ds],
    sign(zone, type, answer) {
      const isDomain = typeof zone === "object";
      const signing = isDomain ? signings.get(zone.nameAce) : "valid";
      if (!signing) return answer;
      const name = isDomain ? zone.nameAce : zone || ".";
      const key = keyOf(name);
      const answers = type === "DNSKEY" ? [key.record] : (answer.answers ?? []);
      if (answers.length === 0) return answer;
      return { ...answer, answers: [...answers, key.sign(answers, endOf(signing))] };
    },
  };
}
