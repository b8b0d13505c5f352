import { certificateLevels } from "../checks/certificate-levels.ts";
import { milliseconds, share } from "../checks/figures.ts";
import { websiteLifecycles } from "../checks/lifecycles.ts";
import { checkStatuses } from "../checks/status.ts";
import { legalStates } from "../legal/legal.ts";
import { allActive, archive, commonFieldNames, commonFields, slaLevels } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import {
  choice,
  date,
  derived,
  formatted,
  instant,
  integer,
  links,
  machine,
  relation,
  text,
  texts,
} from "../records/fields.ts";
import { phpSupports, updateStates } from "../technologies/software.ts";

const websiteDomainRoles = {
  main: "Hauptdomain",
  alias: "Alias",
  redirect: "Weiterleitung",
  staging: "Staging",
} as const;
const websiteHostRoles = { web: "Web", database: "Datenbank", cdn: "CDN", mail: "Mail" } as const;

export const websites = declare({
  type: "website",
  plural: "websites",
  path: "/websites",
  labels: {
    one: "Website",
    many: "Websites",
    create: "Neue Website",
    search: "In Websites suchen …",
    definite: "die Website",
    emptyTitle: "Noch keine Websites.",
    emptyText: "Für die erste genügt eine Adresse; ihre Domain wird gleich mit angelegt.",
  },
  fields: {
    status: choice("Status", checkStatuses, {
      readOnly: true,
      initial: "unknown",
      width: 180,
      beside: ["statusSince", "lifecycle"],
    }),
    preview: machine("Vorschau", { width: 96 }),
    name: text("Name", 120, {
      auto: true,
      hint: "Leer: der Hostname der Adresse.",
    }),
    url: formatted("Adresse", "url", {
      required: true,
    }),
    kind: choice(
      "Art",
      {
        company: "Unternehmensseite",
        shop: "Shop",
        landing: "Landingpage",
        portal: "Portal/App",
        intranet: "Intranet",
        staging: "Staging",
        other: "Sonstige",
      },
      { required: true, initial: "company" },
    ),
    lifecycle: choice("Phase", websiteLifecycles, { required: true, initial: "live", width: 112 }),
    customerId: relation("Kunde", "customer", {
      width: 168,
    }),
    domains: links("Domains", "domain", websiteDomainRoles),
    hosts: links("Hoster", "host", websiteHostRoles, {
      width: 152,
    }),
    stagingUrl: formatted("Staging", "url"),
    adminUrl: formatted("Backend-Adresse", "url"),
    repoUrl: formatted("Repository", "url"),
    analyticsUrl: formatted("Statistik", "url"),
    cms: text("System", 80, {
      suggest: true,
      suffix: "cmsVersion",
      beside: ["updates"],
      width: 144,
    }),
    cmsVersion: text("Version", 40, {
      beside: ["updates"],
    }),
    phpVersion: text("PHP", 40, { suggest: true, beside: ["phpSupport"] }),
    updates: choice("Updates", updateStates, { readOnly: true, width: 168 }),
    phpSupport: choice("PHP-Support", phpSupports, { readOnly: true, width: 136 }),
    vulnerabilities: integer("Sicherheitslücken", { min: 0, max: 10_000 }, { readOnly: true, width: 120 }),
    technologies: texts("Technologien", "plain", { readOnly: true, width: 240 }),
    contractId: relation("Wartungsvertrag", "contract", { ...derived, heading: "Vertrag", width: 168 }),
    slaLevel: choice("Servicelevel", slaLevels, { hint: "Leer: wie beim Kunden." }),
    statusSince: instant("Status seit", { isPast: true, width: 136 }),
    responseTimeMs: integer("Antwortzeit", milliseconds, { readOnly: true, width: 100 }),
    uptime30d: integer("Verfügbarkeit 30 T", share, { readOnly: true, width: 180 }),
    certificateExpiresAt: instant("Zertifikat läuft ab", {
      heading: "Zertifikat",
      width: 92,
      beside: ["certificateLevel"],
    }),
    certificateLevel: choice("Zertifikat-Restlaufzeit", certificateLevels, { readOnly: true, width: 132 }),
    checkedAt: instant("Zuletzt geprüft", { isPast: true, width: 136 }),
    backupTool: text("Backup-Werkzeug", 80, { suggest: true }),
    backupTarget: text("Backup-Ziel", 200, { suggest: true }),
    backupLastAt: date("Letztes Backup"),
    credentialsRef: formatted("Zugangsdaten (Passwortmanager-Link)", "vaultLink"),
    imprintUrl: formatted("Impressum", "url"),
    privacyUrl: formatted("Datenschutzerklärung", "url"),
    accessibilityUrl: formatted("Erklärung zur Barrierefreiheit", "url"),
    cookieTool: text("Cookie-Werkzeug", 80, { suggest: true }),
    legalCheckedAt: date("Rechtliches geprüft am"),
    legalState: choice("Rechtliche Auffälligkeit", legalStates, { readOnly: true, heading: "Rechtliches", width: 132 }),
    legalFindings: integer("Offene Auffälligkeiten", { min: 0, max: 10_000 }, { readOnly: true, width: 120 }),
    legalRules: texts("Rechtliche Befunde", "plain", { ...derived, heading: "Befunde", width: 260 }),
    launchedAt: date("Online seit"),
    shutdownAt: date("Abgeschaltet am"),
    ...commonFields,
  },
  titleField: "name",
  noteField: "url",
  sections: [
    { title: "Website", fields: ["url", "name", "kind", "lifecycle", "customerId", "slaLevel"] },
    { title: "Domains und Hoster", fields: ["domains", "hosts"] },
    { title: "Technik", fields: ["cms", "cmsVersion", "phpVersion"] },
    { title: "Adressen", fields: ["adminUrl", "stagingUrl", "repoUrl", "analyticsUrl", "credentialsRef"] },
    { title: "Backup", fields: ["backupTool", "backupTarget", "backupLastAt"] },
    {
      title: "Rechtliches",
      fields: ["imprintUrl", "privacyUrl", "accessibilityUrl", "cookieTool", "legalCheckedAt"],
    },
    { title: "Laufzeit", fields: ["launchedAt", "shutdownAt"] },
    { title: "Organisation", fields: commonFieldNames },
  ],
  list: {
    columns: [
      "status",
      "name",
      "customerId",
      "responseTimeMs",
      "certificateExpiresAt",
      "uptime30d",
      "cms",
      "responsibleUserId",
    ],
    orderBy: [{ field: "status" }],
    views: [
      allActive,
      { key: "live", label: "Alle live", where: [{ field: "lifecycle", is: "oneOf", values: ["live"] }] },
      {
        key: "problems",
        label: "Probleme",
        where: [{ field: "status", is: "oneOf", values: ["offline", "degraded"] }],
      },
      {
        key: "certificates",
        label: "Zertifikat erneuern",
        where: [{ field: "certificateLevel", is: "oneOf", values: ["warning", "critical", "expired"] }],
        orderBy: [{ field: "certificateExpiresAt" }],
      },
      {
        key: "wordpress-updates",
        label: "WordPress mit Updates",
        where: [
          { field: "cms", is: "contains", value: "WordPress" },
          { field: "updates", is: "oneOf", values: ["security", "update", "unsupported"] },
        ],
      },
      {
        key: "vulnerable",
        label: "Sicherheitslücke bekannt",
        where: [{ field: "vulnerabilities", is: "between", from: "1" }],
      },
      {
        key: "legal",
        label: "Rechtlich auffällig",
        where: [{ field: "legalState", is: "oneOf", values: ["bad", "warn"] }],
      },
      { key: "no-contract", label: "Ohne Vertrag", where: [{ field: "contractId", is: "missing" }] },
      { key: "no-customer", label: "Ohne Kunde", where: [{ field: "customerId", is: "missing" }] },
      { key: "mine", label: "Meine", mine: true },
      archive,
    ],
    layouts: ["table", "tiles"],
  },
  naturalKeys: ["url"],
  searchable: ["url", "cms", "adminUrl", "stagingUrl", "repoUrl", "notes"],
});
