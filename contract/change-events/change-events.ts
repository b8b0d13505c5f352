import { keysOf } from "../narrowing.ts";
import type { Page } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";
import type { RecordType } from "../records/record-types.ts";
import type { Ability } from "../roles.ts";

/** By what the portal noticed a change. */
export const changeSources = {
  dns: "DNS",
  registration: "Registrierung",
  registrar: "Registrar",
  mail: "E-Mail",
  certificate: "Zertifikat",
  website: "Website",
  technology: "Technik",
  picture: "Vorschau",
  legal: "Rechtliches",
  deployment: "Auslieferung",
} as const;
export type ChangeSource = keyof typeof changeSources;

interface KindTraits {
  label: string;
  /** Whoever is responsible or follows, and the team's rooms are told of it, unless it was planned. */
  alarms?: true;
  /** Whoever is responsible for a domain or follows it sees it at once, without being told. */
  stirs?: true;
  /** What is told in place of „… geändert“: something to look after, and no emergency. */
  news?: string;
  /** Who may see the values; everybody who may see the record when absent. */
  ability?: Ability;
}

/** What can change without anybody having changed it here. */
export const changeEventKinds = {
  nameservers: { label: "Nameserver", alarms: true },
  parentNameservers: { label: "Delegation", alarms: true },
  mx: { label: "E-Mail-Server (MX)", alarms: true },
  records: { label: "DNS-Einträge" },
  caa: { label: "Erlaubte Aussteller (CAA)" },
  dnssec: { label: "DNSSEC", alarms: true },
  signaturesEnding: { label: "DNSSEC-Signaturen", alarms: true, news: "DNSSEC-Signaturen laufen bald ab" },
  signaturesRenewed: { label: "DNSSEC-Signaturen erneuert" },
  nameserverFault: { label: "Nameserver ohne gültige Antwort", alarms: true },
  delegation: { label: "Delegation bei der Registry", alarms: true },
  mailGrade: { label: "Note der E-Mail-Sicherheit" },
  registryStatus: { label: "Registry-Status", stirs: true },
  registrar: { label: "Registrar", alarms: true },
  renewal: {
    label: "Verlängerung beim Registrar",
    alarms: true,
    news: "Verlängert sich beim Registrar nicht mehr",
  },
  holder: { label: "Inhaber", alarms: true, ability: "seeHolders" },
  expiry: { label: "Ablauf laut Registry", stirs: true },
  redirect: { label: "Ziel der Weiterleitung", alarms: true },
  issuer: { label: "Aussteller des Zertifikats", alarms: true },
  certificate: { label: "Zertifikat" },
  key: { label: "Schlüssel des Zertifikats", alarms: true },
  deployment: { label: "Auslieferung" },
  title: { label: "Seitentitel" },
  size: { label: "Größe der Seite" },
  banner: { label: "Serverkennung" },
  address: { label: "IP-Adresse" },
  lookalike: { label: "Ähnliche Domains", alarms: true },
  openPort: { label: "Offene Ports", alarms: true },
  robots: { label: "Suchmaschinen ausgeschlossen", alarms: true },
  canonical: { label: "Kanonische Adresse", alarms: true },
  version: { label: "Version" },
  technology: { label: "Technologie" },
  vulnerability: { label: "Bekannte Sicherheitslücke", alarms: true },
  adminUser: { label: "Benutzer mit Adminrechten", alarms: true },
  hiddenAdmin: { label: "Versteckter Benutzer mit Adminrechten", alarms: true },
  look: { label: "Aussehen", alarms: true },
  header: { label: "Sicherheits-Kopfzeile" },
  consent: { label: "Einwilligung", alarms: true },
  consentTool: { label: "Einwilligungs-Werkzeug" },
  thirdParty: { label: "Drittanbieter" },
  legalPage: { label: "Rechtliche Seite" },
  reporter: { label: "Meldungen aus WordPress", alarms: true, news: "WordPress meldet nichts mehr" },
} as const satisfies Record<string, KindTraits>;
export type ChangeEventKind = keyof typeof changeEventKinds;
export const kindTraits: Readonly<Record<ChangeEventKind, KindTraits>> = changeEventKinds;
export const alarmingKinds = keysOf(changeEventKinds).filter((kind) => kindTraits[kind].alarms);

/** What the portal keeps changes of, and what has a timeline of its own. */
export const changeTargetTypes = ["website", "domain", "host"] as const;
export type ChangeTargetType = (typeof changeTargetTypes)[number];
export const timelineTypes = [...changeTargetTypes, "customer"] as const;
export type TimelineType = (typeof timelineTypes)[number];

interface Entry {
  id: string;
  at: Date;
  record: Ref & { type: RecordType };
}

/** Something that a machine noticed. */
export interface NoticedChange extends Entry {
  by: "machine";
  source: ChangeSource;
  kind: ChangeEventKind;
  /** Which part it concerns, such as the name of a DNS record. */
  part: string | null;
  before: string[] | null;
  after: string[] | null;
  /** The values are there, but not for this person. */
  isHidden: boolean;
  isPlanned: boolean;
}

/** Something that somebody did in the portal. */
export interface PersonChange extends Entry {
  by: "person";
  /** The portal itself where nobody did it. */
  person: { id: string; name: string; image: string | null } | null;
  /** „Website geändert: Adresse, Hoster“. */
  text: string;
}

export type TimelineEntry = NoticedChange | PersonChange;
export type Timeline = Page<TimelineEntry>;
