import { certificateLevels } from "../checks/certificate-levels.ts";
import { milliseconds, share } from "../checks/figures.ts";
import { checkStatuses } from "../checks/status.ts";
import { dmarcPolicies } from "../dns/dmarc-policies.ts";
import { anyCount, commonFieldNames, commonFields, days, months, noticeMonths } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import {
  choice,
  date,
  derived,
  flag,
  formatted,
  instant,
  integer,
  money,
  relation,
  text,
  texts,
} from "../records/fields.ts";
import { domainDecisions } from "./domain-term.ts";
import { domainViews } from "./domain-views.ts";
import { delegationStates, registrationStates } from "./registration-states.ts";

export const domains = declare({
  type: "domain",
  plural: "domains",
  path: "/domains",
  labels: {
    one: "Domain",
    many: "Domains",
    create: "Neue Domain",
    search: "In Domains suchen …",
    definite: "die Domain",
    emptyTitle: "Noch keine Domains.",
    emptyText: "Verbinde deinen Registrar, importiere eine Liste oder lege die erste Domain an.",
  },
  fields: {
    name: formatted("Domain", "domain", {
      required: true,
    }),
    nameAce: formatted("ACE-Form", "domain", { readOnly: true }),
    tld: text("Endung", 63, { readOnly: true, suggest: true, width: 84 }),
    state: choice("Zustand", checkStatuses, { readOnly: true, initial: "unknown", width: 132, beside: ["stateSince"] }),
    registration: choice("Stand der Registrierung", registrationStates, {
      ...derived,
      width: 200,
      beside: ["endsAt", "movingUntil"],
    }),
    customerId: relation("Kunde", "customer", {
      width: 160,
    }),
    ownership: choice(
      "Inhaberschaft",
      {
        customer: "Kunde ist Inhaber",
        agency: "Agentur ist Inhaberin (treuhänderisch)",
        external: "Fremdverwaltet",
        unknown: "Unbekannt",
      },
      { required: true, initial: "unknown" },
    ),
    holderType: choice(
      "Inhaber-Typ",
      { person: "Natürliche Person", organisation: "Organisation" },
      { ability: "seeHolders" },
    ),
    holderName: text("Inhaber", 200, {
      ability: "seeHolders",
    }),
    holderEmail: formatted("Inhaber-E-Mail", "email", {
      ability: "seeHolders",
    }),
    holderPhone: formatted("Telefon", "phone", {
      ability: "seeHolders",
    }),
    registrarAccountId: relation("Registrar / Konto", "registrarAccount", {
      heading: "Registrar",
      width: 132,
    }),
    dnsProviderId: relation("DNS-Anbieter", "provider"),
    purpose: choice(
      "Verwendung",
      {
        website: "Website",
        redirect: "Weiterleitung",
        mail: "Nur E-Mail",
        protection: "Schutzregistrierung",
        parked: "Geparkt",
        unused: "Ungenutzt",
      },
      { required: true, initial: "website" },
    ),
    redirectTarget: formatted("Ziel", "url", {
      shownWhen: { field: "purpose", in: ["redirect"], required: true },
      hint: "Wohin die Domain weiterleitet.",
    }),
    registeredAt: date("Registriert am"),
    registryExpiresAt: date("Ablauf laut Registry", { readOnly: true, width: 128 }),
    renewsAt: date("Nächste Verlängerung", {
      heading: "Verlängerung",
      width: 112,
    }),
    cancelBy: date("Kündbar bis", { readOnly: true, width: 108 }),
    daysLeft: integer(
      "Tage bis zur Verlängerung",
      { min: -100_000, max: 100_000 },
      { ...derived, heading: "Tage", width: 68 },
    ),
    noticeDays: integer("Kündigungsfrist (Tage)", days),
    noticeMonths: integer("Kündigungsfrist (Monate)", noticeMonths, { hint: "Entweder in Tagen oder in Monaten." }),
    periodMonths: integer("Laufzeit (Monate)", months),
    autoRenew: flag("Verlängert sich automatisch", {
      initial: true,
      heading: "Auto",
      width: 64,
    }),
    renewDecision: choice("Entscheidung", domainDecisions, { required: true, initial: "open", width: 128 }),
    endsAt: date("Endet zum", {
      shownWhen: { field: "renewDecision", in: ["cancel", "handOver"] },
      hint: "Leer: das nächste Ende, zu dem sich noch kündigen lässt.",
      width: 108,
    }),
    costCents: money("Einkauf/Jahr", {
      ability: "seePrices",
      heading: "Einkauf",
      width: 96,
    }),
    priceCents: money("Verkauf/Jahr", {
      ability: "seePrices",
      heading: "Verkauf",
      width: 96,
    }),
    marginCents: money("Marge", { ...derived, ability: "seePrices", width: 96 }),
    nameservers: texts("Nameserver", "hostname", {
      width: 180,
    }),
    dnssec: flag("DNSSEC", { width: 84 }),
    registryStatus: text("Registry-Status", 300, { readOnly: true }),
    delegation: choice("Delegation", delegationStates, { readOnly: true, width: 116 }),
    transferLock: flag("Transfersperre", { readOnly: true }),
    movingUntil: date("Umzug läuft bis", { hint: "Änderungen an DNS und Registrierung gelten bis dahin als geplant." }),
    watchesLookalikes: flag("Ähnliche Domains beobachten", { hint: "Einmal in der Woche, im DNS." }),
    dkimSelectors: texts("DKIM-Selektoren", "plain", { hint: "Zusätzlich zu den üblichen, etwa „kunde1“." }),
    authCodeRequestedAt: date("AuthInfo angefordert"),
    authCodeValidUntil: date("AuthInfo gültig bis"),
    mail: choice("E-Mail", { A: "A", B: "B", C: "C", D: "D", F: "F" }, { readOnly: true, width: 72 }),
    dmarc: choice("DMARC", dmarcPolicies, { readOnly: true, width: 128 }),
    caa: texts("CAA", "plain", { readOnly: true, width: 160, hint: "Wer Zertifikate für die Domain ausstellen darf." }),
    nis2Status: choice(
      "Inhaberprüfung (NIS2)",
      {
        unchecked: "Nicht geprüft",
        emailConfirmed: "E-Mail bestätigt",
        dataConfirmed: "Daten bestätigt",
        requested: "Prüfung angefordert",
        overdue: "Frist überschritten",
        quarantine: "Quarantäne",
      },
      { initial: "unchecked", heading: "Inhaberprüfung", width: 148 },
    ),
    nis2RequestedAt: date("Prüfung angefordert am"),
    nis2DeadlineAt: date("Frist der Prüfung"),
    nis2VerifiedAt: date("Inhaber geprüft am"),
    nis2Method: text("Art der Prüfung", 120, { suggest: true }),
    nis2Note: text("Bemerkung zur Prüfung", 500),
    lastHolderReminderAt: date("Letzte Datenabfrage an Inhaber"),
    holderReminderDue: flag("Datenabfrage fällig", {
      ...derived,
      hint: "Der Inhaber wurde seit über einem Jahr nicht gefragt.",
    }),
    websiteCount: integer("Websites", anyCount, { ...derived, one: "Website", width: 84 }),
    stateSince: instant("Zustand seit", { isPast: true, width: 136 }),
    responseTimeMs: integer("Antwortzeit", milliseconds, { readOnly: true, width: 100 }),
    uptime30d: integer("Verfügbarkeit 30 T", share, { readOnly: true, width: 180 }),
    certificateExpiresAt: instant("Zertifikat läuft ab", {
      ...derived,
      heading: "Zertifikat",
      width: 92,
      beside: ["certificateLevel"],
    }),
    certificateLevel: choice("Zertifikat-Restlaufzeit", certificateLevels, { ...derived, width: 132 }),
    checkedAt: instant("Zuletzt geprüft", { isPast: true, width: 136 }),
    ...commonFields,
  },
  titleField: "name",
  sections: [
    { title: "Grunddaten", fields: ["name", "customerId", "purpose", "redirectTarget", "ownership"] },
    {
      title: "Registrierung",
      fields: ["registrarAccountId", "registeredAt", "periodMonths", "noticeDays", "noticeMonths"],
    },
    { title: "Verlängerung", fields: ["renewsAt", "autoRenew", "renewDecision", "endsAt"] },
    { title: "Preise", fields: ["costCents", "priceCents"] },
    { title: "DNS", fields: ["dnsProviderId", "nameservers", "dnssec", "dkimSelectors"] },
    {
      title: "Inhaberdaten",
      fields: ["holderType", "holderName", "holderEmail", "holderPhone", "lastHolderReminderAt"],
    },
    {
      title: "NIS2",
      fields: ["nis2Status", "nis2RequestedAt", "nis2DeadlineAt", "nis2VerifiedAt", "nis2Method", "nis2Note"],
    },
    {
      title: "Umzug und Schutz",
      fields: ["movingUntil", "watchesLookalikes", "authCodeRequestedAt", "authCodeValidUntil"],
    },
    { title: "Organisation", fields: commonFieldNames },
  ],
  list: {
    columns: [
      "state",
      "name",
      "customerId",
      "registrarAccountId",
      "renewsAt",
      "cancelBy",
      "daysLeft",
      "renewDecision",
      "responsibleUserId",
    ],
    orderBy: [{ field: "state" }],
    views: domainViews,
    layouts: ["table"],
  },
  naturalKeys: ["name"],
  searchable: ["nameAce", "nameservers", "redirectTarget", "notes"],
  searchableRestricted: ["holderName", "holderEmail", "holderPhone"],
});
