import type { DnsSnapshot } from "../../../contract/dns/dns.ts";
import type { MailFacts } from "../../../contract/dns/mail.ts";
import { isSpf } from "../../../contract/dns/spf.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { BrokenChain, type Chain, openChain } from "../dns/chain.ts";
import type { Dns } from "../dns/resolver.ts";
import { presentData } from "../dns/snapshot.ts";
import { plainName } from "../dns/wire.ts";
import { type FollowedSpf, followSpf } from "./spf.ts";

const maxHosts = 8;
const maxAliases = 16;
const maxHops = 8;
const maxPolicyBytes = 64 * 1024;

/**
 * What lies outside a domain's own zone and decides about its mail. Never rejects: what nobody answers stays as it was in
 * the snapshot before, or is not known.
 */
export async function readMailFacts(
  dns: Dns,
  domain: string,
  { records }: DnsSnapshot,
  former?: Pick<DnsSnapshot, "records" | "mail">,
): Promise<MailFacts> {
  const before = former?.mail;
  const mx = records.filter(({ name, type }) => name === domain && type === "MX");
  const hosts = mx.map(({ value }) => value.split(" ")[1] ?? "");
  const spf = spfIn(domain, records);
  const isSpfKept = spf !== undefined && former !== undefined && spf === spfIn(domain, former.records);
  const followed = spf === undefined ? undefined : await followSpf(dns, domain, spf).catch(() => undefined);
  const chain = openChain(dns);
  const [daneHosts, unsignedDaneHosts]: [string[], string[]] = [[], []];
  for (const host of hosts.slice(0, maxHosts)) {
    if (host === "" || host === ".") continue;
    const found = await dns.resolve(`_25._tcp.${host}`, "TLSA").catch(() => []);
    if (found.length === 0) continue;
    const isSigned = (await isVouchedFor(dns, chain, host)) ?? formerVerdict(host, before);
    if (isSigned !== undefined) (isSigned ? daneHosts : unsignedDaneHosts).push(host);
  }
  const aliasTexts: NonNullable<MailFacts["aliasTexts"]> = {};
  for (const { name, value } of aliasesOfTexts(records).slice(0, maxAliases)) {
    const texts = await dns.resolve(value, "TXT").catch(() => undefined);
    aliasTexts[name] = texts?.map(presentData) ?? before?.aliasTexts?.[name] ?? null;
  }
  const announces = records.some(({ name }) => name === `_mta-sts.${domain}`);
  return {
    ...(followed || !before || !isSpfKept ? spfFacts(followed) : formerSpf(before)),
    daneHosts,
    unsignedDaneHosts,
    aliasTexts,
    mtaSts: announces ? await readPolicy(dns, domain) : null,
  };
}

const spfIn = (domain: string, records: DnsSnapshot["records"]) =>
  records.find(({ name, type, value }) => name === domain && type === "TXT" && isSpf(value))?.value;

const spfFacts = (found: FollowedSpf | undefined) => ({
  spfLookups: found?.lookups ?? null,
  spfProblem: found?.problem ?? null,
  spfCatchAll: found?.catchAll ?? null,
});

const formerSpf = ({ spfLookups, spfProblem, spfCatchAll }: MailFacts) => ({
  spfLookups,
  spfProblem,
  ...(spfCatchAll !== undefined && { spfCatchAll }),
});

/** What was found when somebody answered last. */
function formerVerdict(host: string, before: MailFacts | undefined): boolean | undefined {
  if (before?.daneHosts.includes(host)) return true;
  return before?.unsignedDaneHosts?.includes(host) ? false : undefined;
}

/**
 * Whether the TLSA records of a mail server are signed up to the root: others take no part in DANE (RFC 7672, 2.2). Undefined
 * where somebody on the way does not answer.
 */
async function isVouchedFor(dns: Dns, chain: Chain, host: string): Promise<boolean | undefined> {
  try {
    let wanted = `_25._tcp.${plainName(host)}`;
    for (let hop = 0; hop < maxHops; hop += 1) {
      const { answers } = (await dns.find(wanted, "TLSA")).reply;
      // An alias on the way has to be signed as well as what it leads to.
      const parts = [...Map.groupBy(answers, ({ name, type }) => `${plainName(name)} ${type}`).values()];
      const signed = parts.filter(([first]) => first?.type === "TLSA" || first?.type === "CNAME");
      for (const records of signed) await chain.verify(records, answers);
      if (answers.some(({ type }) => type === "TLSA")) return true;
      const alias = answers.find(({ name, type }) => type === "CNAME" && plainName(name) === wanted);
      if (alias?.type !== "CNAME") return false;
      wanted = plainName(alias.data);
    }
    return false;
  } catch (problem) {
    return problem instanceof BrokenChain ? false : undefined;
  }
}

/** Names such as `_dmarc` and `s1._domainkey`, whose texts mail services keep in zones of their own. */
const aliasesOfTexts = (records: DnsSnapshot["records"]) =>
  records.filter(({ name, type }) => type === "CNAME" && /(^|\.)_/.test(name));

async function readPolicy(dns: Dns, domain: string): Promise<MailFacts["mtaSts"]> {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  const { allowedNetworks } = dns.options;
  const answer = await send({ url, allowedNetworks, keepsRedirects: true, maxBytes: maxPolicyBytes }).catch(
    () => undefined,
  );
  return answer?.status === 200 ? parsePolicy(answer.body) : null;
}

/** A policy of MTA-STS (RFC 8461, 3.2); null for what is none. */
export function parsePolicy(text: string): MailFacts["mtaSts"] {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(":");
    return at < 0
      ? []
      : [
          [
            line.slice(0, at).trim().toLowerCase(),
            line
              .slice(at + 1)
              .trim()
              .toLowerCase(),
          ] as const,
        ];
  });
  const mode = lines.find(([key]) => key === "mode")?.[1];
  if (lines.find(([key]) => key === "version")?.[1] !== "stsv1" || !mode) return null;
  return { mode, hosts: lines.flatMap(([key, value]) => (key === "mx" ? [value] : [])) };
}
