import { archive } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { choice, derived, instant, integer, markdown, relation, text } from "../records/fields.ts";

/** How much is at stake, by the service level of whom it hits. */
export const incidentSeverities = { critical: "Kritisch", warning: "Warnung", info: "Hinweis" } as const;
export type IncidentSeverity = keyof typeof incidentSeverities;

export const incidentStates = {
  open: "Offen",
  claimed: "Übernommen",
  resolved: "Behoben",
  closed: "Geschlossen",
} as const;
export type IncidentState = keyof typeof incidentStates;
/** The states in which something is still broken. */
export const openStates = ["open", "claimed"] as const satisfies readonly IncidentState[];

export const endReasons = { fixed: "Behoben", falseAlarm: "Falscher Alarm", known: "Bekannt" } as const;
export type EndReason = keyof typeof endReasons;

/** What can be the common cause of several that fail together; the last is the portal's own connection. */
export const rootTypes = {
  website: "Website",
  domain: "Domain",
  host: "Hoster",
  provider: "Anbieter",
  nameservers: "Nameserver",
  certificate: "Zertifikat",
} as const;
export type RootType = keyof typeof rootTypes;

/** The message is sent at the latest this long after the third failure, whether or not the siblings have answered. */
export const maxWaitMs = 90_000;
/** What fails within this time fails together. */
export const togetherMs = 3 * 60_000;
/** Hours after which people are reminded of an incident that nobody has claimed. */
export const reminderHours = [1, 4, 24] as const;
/** Minutes after which maintainers hear of an incident that nobody has claimed. */
export const escalationMinutes: Record<IncidentSeverity, number> = { critical: 15, warning: 30, info: 120 };

/** A disturbance: what is broken, whom it hits and who takes care of it. */
export const incidents = declare({
  type: "incident",
  plural: "incidents",
  path: "/incidents",
  labels: {
    one: "Störung",
    many: "Störungen",
    create: "Störung melden",
    search: "In Störungen suchen …",
    definite: "die Störung",
    emptyTitle: "Noch keine Störungen.",
    emptyText: "Fällt etwas aus, das überwacht wird, steht es hier. Was niemand misst, lässt sich von Hand melden.",
  },
  fields: {
    number: integer("Nr.", { min: 1, max: 1_000_000_000 }, { auto: true, readOnly: true, width: 64 }),
    title: text("Störung", 200, { required: true }),
    severity: choice("Schwere", incidentSeverities, { required: true, initial: "warning", width: 100 }),
    state: choice("Zustand", incidentStates, { readOnly: true, initial: "open", width: 132 }),
    endReason: choice("Ausgang", endReasons, { readOnly: true, width: 116 }),
    cause: text("Ursache", 300, { width: 200 }),
    rootLabel: text("Ursprung", 200, { readOnly: true, width: 160 }),
    startedAt: instant("Beginn", { isPast: true, width: 136 }),
    endedAt: instant("Ende", { isPast: true, heading: "Ende", width: 136 }),
    memberCount: integer("Betroffen", { min: 0, max: 1_000_000_000 }, { ...derived, width: 96 }),
    claimedById: relation("Kümmert sich", "user", { ...derived, width: 116 }),
    websites: relation("Website", "website", { ...derived, width: 140 }),
    hosts: relation("Hoster", "host", { ...derived, width: 140 }),
    customers: relation("Kunde", "customer", { ...derived, width: 140 }),
    summary: markdown("Zusammenfassung", 10_000),
  },
  titleField: "title",
  noteField: "cause",
  sections: [{ title: "Was ist los", fields: ["title", "severity", "cause", "summary"] }],
  list: {
    columns: ["state", "title", "number", "severity", "startedAt", "memberCount", "claimedById"],
    orderBy: [{ field: "state" }, { field: "endedAt", descending: true }, { field: "number", descending: true }],
    views: [
      { key: "all", label: "Alle" },
      { key: "open", label: "Offene", where: [{ field: "state", is: "oneOf", values: ["open", "claimed"] }] },
      { key: "unclaimed", label: "Ohne jemanden", where: [{ field: "state", is: "oneOf", values: ["open"] }] },
      { key: "mine", label: "Meine", where: [{ field: "claimedById", is: "oneOf", values: ["me"] }] },
      {
        key: "falseAlarms",
        label: "Falsche Alarme",
        where: [{ field: "endReason", is: "oneOf", values: ["falseAlarm"] }],
      },
      archive,
    ],
    layouts: ["table"],
  },
  archivedBy: "closeIncidents",
  isImported: false,
  naturalKeys: [],
  searchable: ["cause", "rootLabel", "summary"],
});
