import type { DnsSnapshot, ZoneRecord } from "./dns.ts";
import { judgeSpf, refusesStrangers } from "./mail-spf.ts";
import { isSpf, type SpfQualifier } from "./spf.ts";

/** What is known of a domain's mail beside the records that it publishes itself. */
export interface MailFacts {
  /** How many names a receiver has to look up to judge a sender by SPF; null where nobody answered. */
  spfLookups: number | null;
  spfProblem: string | null;
  /** What SPF says of senders that nothing names, also through includes and redirects; null where it says nothing. */
  spfCatchAll?: SpfQualifier | null;
  /** The policy at `mta-sts.{domain}`; null where there is none. */
  mtaSts: { mode: string; hosts: string[] } | null;
  /** Mail servers with TLSA records that are signed up to the root. */
  daneHosts: string[];
  /** Those with records that senders pass over, because nothing vouches for them. */
  unsignedDaneHosts?: string[];
  /** The texts behind names that lead elsewhere by an alias, as mail services have it; null where nobody answered. */
  aliasTexts?: Record<string, string[] | null>;
}

export const mailGrades = ["A", "B", "C", "D", "F"] as const;
export type MailGrade = (typeof mailGrades)[number];

export interface MailCheck {
  key: "mx" | "spf" | "dkim" | "dmarc" | "mtaSts" | "tlsRpt" | "dane" | "bimi";
  label: string;
  state: "ok" | "warn" | "bad" | "none";
  /** What was found. */
  text: string;
  /** What it is for, and what to do. */
  advice: string;
  /** A record to copy, as it stands in a zone file. */
  proposal?: { name: string; type: "TXT" | "MX"; value: string };
}

export interface MailReport {
  grade: MailGrade;
  /** Says why it is this grade. */
  reason: string;
  checks: MailCheck[];
  /** What to publish for a domain that sends and takes no mail. */
  protection: { name: string; type: "TXT" | "MX"; value: string }[];
  hasMail: boolean;
}

/** How well a domain is protected against mail in its name, and how surely it gets its own. */
export function judgeMail(domain: string, { records }: Pick<DnsSnapshot, "records">, facts: MailFacts): MailReport {
  const read = reader(domain, records, facts);
  const mx = read("", "MX").map((value) => value.split(" ")[1] ?? "");
  const hasMail = mx.some((host) => host !== ".");
  const isNull = mx.length > 0 && !hasMail;
  const spf = read("", "TXT").filter(isSpf);
  const dkim = selectorsIn(domain, records, facts);
  const policies = dmarcRecordsIn(read);
  // Of several none counts (RFC 7489, 6.6.3).
  const dmarc = policies.length === 1 ? tagsOf(policies[0]) : undefined;
  const checks: MailCheck[] = [
    judgeMx(mx, isNull),
    judgeSpf(domain, spf, facts, hasMail),
    judgeDkim(dkim, hasMail),
    judgeDmarc(domain, policies),
    ...(hasMail ? judgeTransport(domain, { read, facts, mx }) : []),
    judgeBimi(domain, read("default._bimi", "TXT")),
  ];
  return {
    ...gradeOf({ checks, hasMail, isNull, spf, refuses: refusesStrangers(spf, facts), dmarc, dkim }),
    checks,
    hasMail,
    protection: [
      { name: domain, type: "MX", value: "0 ." },
      { name: domain, type: "TXT", value: "v=spf1 -all" },
      { name: `_dmarc.${domain}`, type: "TXT", value: "v=DMARC1; p=reject" },
    ],
  };
}

type Read = (label: string, type: string) => string[];

const dmarcRecordsIn = (read: Read) => read("_dmarc", "TXT").filter((text) => /^v=DMARC1\b/i.test(text));

/** All DMARC records of a domain, here or where an alias leads. */
export function dmarcRecordsOf(domain: string, { records, mail }: Pick<DnsSnapshot, "records" | "mail">): string[] {
  return dmarcRecordsIn(reader(domain, records, mail ?? {}));
}

function reader(domain: string, records: readonly ZoneRecord[], { aliasTexts }: Pick<MailFacts, "aliasTexts">): Read {
  return (label, type) => {
    const name = label ? `${label}.${domain}` : domain;
    const own = records.filter((record) => record.name === name && record.type === type).map(({ value }) => value);
    return own.length === 0 && type === "TXT" ? (aliasTexts?.[name] ?? []) : own;
  };
}

/** An empty key has been withdrawn. */
const isKey = (text: string) => /(^|;)\s*p=[a-z0-9+/]/i.test(text);

/** The selectors under which a key is published, here or where an alias leads; where nobody answers there, it is taken for one. */
function selectorsIn(domain: string, records: readonly ZoneRecord[], { aliasTexts }: MailFacts): string[] {
  const suffix = `._domainkey.${domain}`;
  return records.flatMap(({ name, type, value }) => {
    const isPublished =
      (type === "TXT" && isKey(value)) || (type === "CNAME" && (aliasTexts?.[name]?.some(isKey) ?? true));
    return name.endsWith(suffix) && isPublished ? [name.slice(0, -suffix.length)] : [];
  });
}

/** „v=DMARC1; p=none“ by its tags; undefined for nothing. */
export function tagsOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  const pairs = text.split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const];
  });
  return Object.fromEntries(pairs);
}

function judgeMx(mx: readonly string[], isNull: boolean): MailCheck {
  const common = { key: "mx", label: "MX", advice: "Welche Server E-Mail für die Domain annehmen." } as const;
  if (isNull) return { ...common, state: "ok", text: "Null-MX: Die Domain nimmt ausdrücklich keine E-Mail an." };
  if (mx.length === 0) return { ...common, state: "none", text: "Kein MX: Die Domain nimmt keine E-Mail an." };
  return { ...common, state: "ok", text: mx.join(", ") };
}

function judgeDkim(selectors: readonly string[], hasMail: boolean): MailCheck {
  const common = {
    ...({ key: "dkim", label: "DKIM" } as const),
    advice:
      "Unterschreibt ausgehende E-Mail. Selektoren lassen sich nicht aufzählen: Nennt der Anbieter einen eigenen, trage ihn bei der Domain ein.",
  };
  if (selectors.length > 0) return { ...common, state: "ok", text: `Schlüssel unter ${selectors.join(", ")}.` };
  return { ...common, state: hasMail ? "warn" : "none", text: "Unter den bekannten Selektoren ist kein Schlüssel." };
}

function judgeDmarc(domain: string, policies: readonly string[]): MailCheck {
  const common = {
    ...({ key: "dmarc", label: "DMARC" } as const),
    advice: "Sagt Empfängern, was mit E-Mail geschehen soll, die weder SPF noch DKIM besteht, und wohin sie berichten.",
  };
  const name = `_dmarc.${domain}`;
  const [first, ...more] = policies;
  const tags = tagsOf(first);
  // What the record says beside its policy stays, above all where reports go.
  const { v: _version, p: _policy, pct: _share, ...kept } = tags ?? {};
  const propose = (p: string) => {
    const all = Object.entries({ v: "DMARC1", p, rua: `mailto:dmarc@${domain}`, ...kept });
    return { name, type: "TXT", value: all.map(([tag, value]) => `${tag}=${value}`).join("; ") } as const;
  };
  if (!tags) return { ...common, state: "bad", text: "Kein DMARC-Eintrag.", proposal: propose("none") };
  if (first !== undefined && more.length > 0)
    return {
      ...common,
      state: "bad",
      text: `${policies.length} DMARC-Einträge: Gültig ist nur einer, so gilt keiner.`,
      proposal: { name, type: "TXT", value: first },
    };
  const policy = tags.p?.toLowerCase();
  const said = Object.entries(tags)
    .map(([tag, value]) => `${tag}=${value}`)
    .join("; ");
  if (policy === "reject" || policy === "quarantine") {
    const share = shareOf(tags);
    if (share === 100) return { ...common, state: "ok", text: said };
    const whom = share === 0 ? "für keine E-Mail, für alle" : `nur für ${share} % der E-Mails, für die anderen`;
    return {
      ...common,
      state: "warn",
      text: `${said} – Wegen „pct=${share}“ gilt die Richtlinie ${whom} die nächstmildere (${milder[policy]}).`,
      proposal: propose(policy),
    };
  }
  if (policy === "none") return { ...common, state: "warn", text: said, proposal: propose("quarantine") };
  return {
    ...common,
    state: "bad",
    text: `${said} – ohne gültiges „p“.`,
    proposal: propose("none"),
  };
}

/** What receivers apply to the mails that `pct` leaves out (RFC 7489, 6.6.4). */
const milder = { reject: "quarantine", quarantine: "none" } as const;

/** For how many of a hundred mails a policy counts; what is no such number is ignored. */
function shareOf({ pct = "" }: Record<string, string>): number {
  return /^\d{1,3}$/.test(pct) && Number(pct) < 100 ? Number(pct) : 100;
}

function judgeTransport(
  domain: string,
  { read, facts, mx }: { read: Read; facts: MailFacts; mx: readonly string[] },
): MailCheck[] {
  const announced = read("_mta-sts", "TXT").some((text) => /^v=STSv1\b/i.test(text));
  const covered = mx.filter((host) => facts.mtaSts?.hosts.some((pattern) => matchesHost(pattern, host)));
  const sts: Pick<MailCheck, "state" | "text"> = !announced
    ? { state: "none", text: "Nicht eingerichtet." }
    : !facts.mtaSts
      ? { state: "bad", text: "Angekündigt, aber die Richtlinie ist nicht abrufbar." }
      : covered.length < mx.length
        ? { state: "bad", text: "Die Richtlinie nennt nicht alle Mailserver." }
        : { state: facts.mtaSts.mode === "enforce" ? "ok" : "warn", text: `Modus „${facts.mtaSts.mode}“.` };
  const tls = read("_smtp._tls", "TXT").find((text) => /^v=TLSRPTv1\b/i.test(text));
  const dane = mx.filter((host) => facts.daneHosts.includes(host));
  const unsigned = mx.filter((host) => facts.unsignedDaneHosts?.includes(host));
  const found = [
    ...(dane.length > 0 ? [`TLSA für ${dane.join(", ")}.`] : []),
    ...(unsigned.length > 0
      ? [`TLSA für ${unsigned.join(", ")} ohne gültige DNSSEC-Signatur: Das beachtet niemand.`]
      : []),
  ];
  return [
    {
      key: "mtaSts",
      label: "MTA-STS",
      ...sts,
      advice: `Verlangt, dass E-Mail an die Domain verschlüsselt und an echte Server geht. Der Eintrag gilt nur mit einer Richtlinie unter https://mta-sts.${domain}/.well-known/mta-sts.txt.`,
      ...(!announced && { proposal: { name: `_mta-sts.${domain}`, type: "TXT", value: "v=STSv1; id=1" } as const }),
    },
    {
      key: "tlsRpt",
      label: "TLS-RPT",
      state: tls ? "ok" : "none",
      text: tls ?? "Nicht eingerichtet.",
      advice: "Wohin andere melden, wenn die Verschlüsselung scheitert.",
      ...(!tls && {
        proposal: { name: `_smtp._tls.${domain}`, type: "TXT", value: `v=TLSRPTv1; rua=mailto:tls@${domain}` } as const,
      }),
    },
    {
      key: "dane",
      label: "DANE",
      state: dane.length === mx.length ? "ok" : found.length > 0 ? "warn" : "none",
      text: found.join(" ") || "Keine TLSA-Einträge der Mailserver.",
      advice: "Bindet die Zertifikate der Mailserver an DNSSEC. Gehört zum Anbieter der Mailserver.",
    },
  ];
}

const matchesHost = (pattern: string, host: string) =>
  pattern.startsWith("*.") ? host.slice(host.indexOf(".") + 1) === pattern.slice(2) : pattern === host;

function judgeBimi(domain: string, texts: readonly string[]): MailCheck {
  const found = texts.find((text) => /^v=BIMI1\b/i.test(text));
  return {
    key: "bimi",
    label: "BIMI",
    state: found ? "ok" : "none",
    text: found ?? `Kein Logo für ${domain}.`,
    advice: "Zeigt bei manchen Empfängern das Logo; setzt DMARC mit „quarantine“ oder „reject“ voraus.",
  };
}

interface Graded {
  checks: readonly MailCheck[];
  hasMail: boolean;
  isNull: boolean;
  spf: readonly string[];
  /** Whether SPF refuses whom it does not name. */
  refuses: boolean;
  dmarc: Record<string, string> | undefined;
  dkim: readonly string[];
}

/** By product.md 2.3; a domain without mail is as good as it says so. */
function gradeOf({ checks, hasMail, isNull, spf, refuses, dmarc, dkim }: Graded): { grade: MailGrade; reason: string } {
  const spfCheck = checks.find(({ key }) => key === "spf");
  if (spf.length > 0 && spfCheck?.state === "bad") return { grade: "F", reason: "SPF ist kaputt oder erlaubt jeden." };
  if (!hasMail) {
    if (isNull && refuses) return { grade: "A", reason: "Die Domain sagt, dass sie keine E-Mail sendet und annimmt." };
    if (refuses) return { grade: "B", reason: "Niemand darf in ihrem Namen senden; ein Null-MX fehlt." };
    return { grade: "D", reason: "Ohne E-Mail, aber ungeschützt: Jeder kann in ihrem Namen senden." };
  }
  if (spf.length === 0) return { grade: "D", reason: "E-Mail ohne SPF." };
  const said = dmarc?.p?.toLowerCase();
  const share = shareOf(dmarc ?? {});
  const isStrict = said === "quarantine" || said === "reject";
  const policy = isStrict && share === 0 ? milder[said] : said;
  const isProtected = policy === "quarantine" || policy === "reject";
  if (isProtected && share < 100)
    return { grade: "B", reason: "DMARC schützt, nimmt aber einen Teil der E-Mails davon aus." };
  if (isProtected && spfCheck?.state === "ok" && dkim.length > 0)
    return { grade: "A", reason: "SPF, DKIM und ein DMARC, das schützt." };
  if (isProtected) return { grade: "B", reason: "DMARC schützt, aber SPF oder DKIM ist nicht vollständig." };
  if (policy === "none" && dmarc?.rua) return { grade: "B", reason: "DMARC berichtet, schützt aber noch nicht." };
  return { grade: "C", reason: "SPF allein: Ohne DMARC entscheidet jeder Empfänger selbst." };
}
