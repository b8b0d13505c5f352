import { createSecureContext, type SecureContext } from "node:tls";
import { type Authority, type Issued, makeAuthority } from "../../tests/support/servers/certificates.ts";
import { hashOf } from "./tempo.ts";
import { readOwn, type World, writeOwn } from "./world.ts";

interface Kept {
  root: string;
  issued: Record<string, Issued>;
  /** When they were made. */
  at: string;
}

export interface Certificates {
  roots: readonly string[];
  /** The certificate of a name, made for it where it has none. */
  contextFor(name: string): Promise<SecureContext>;
}

const lifeDays = 90;
const endingInDays = 4.5;
/** Whoever keeps a demo for longer gets new certificates, as its owner would. */
const renewAfterMs = 25 * 24 * 60 * 60 * 1000;

/** The certificates of the sample agency's websites: those of the last start, as long as they are good for a while. */
export async function openCertificates(
  dataDir: string,
  { secured, endingSoon }: Pick<World, "secured" | "endingSoon">,
  now: Date,
): Promise<Certificates> {
  const known = readOwn<Kept>(dataDir, "certificates");
  const isGood = known && now.getTime() - Date.parse(known.at) < renewAfterMs;
  const kept = isGood ? known : await issueAll({ secured, endingSoon }, now);
  if (!isGood) writeOwn(dataDir, "certificates", kept);
  // For names that somebody adds to the demo; two issuers of one name would be taken for each other.
  const authority = await makeAuthority(`${issuer} 2`);
  const contexts = new Map<string, Promise<SecureContext>>();
  const contextFor = (name: string) => {
    const known = contexts.get(name);
    if (known) return known;
    const made = issue(authority, kept, name, now);
    contexts.set(name, made);
    return made;
  };
  return { roots: [kept.root, authority.root], contextFor };
}

const issuer = "Nordlicht Demo CA";

async function issueAll({ secured, endingSoon }: Pick<World, "secured" | "endingSoon">, now: Date): Promise<Kept> {
  const authority = await makeAuthority(issuer);
  const issued: Record<string, Issued> = {};
  for (const name of secured) {
    const left = endingSoon.includes(name) ? endingInDays : 40 + (hashOf(name) % 45);
    issued[name] = await authority.issue({ names: [name], days: lifeDays, left, now });
  }
  return { root: authority.root, issued, at: now.toISOString() };
}

async function issue(authority: Authority, { issued }: Kept, name: string, now: Date): Promise<SecureContext> {
  const own = issued[name] ?? (await authority.issue({ names: [name], days: lifeDays, left: lifeDays - 1, now }));
  return createSecureContext(own);
}
