import { allActive, anyCount, archive } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { choice, date, derived, integer, markdown, relation, text } from "../records/fields.ts";
import { feedbackStatuses } from "./statuses.ts";

export const feedbackKinds = { bug: "Fehler", idea: "Idee", question: "Frage", praise: "Lob" } as const;

export const minTitleLength = 5;
export const bugTemplate = "Was hast du getan?\n\n\nWas ist passiert?\n\n\nWas hast du erwartet?\n\n";

/** Whether a description says anything beyond the questions that it began with. */
export function isDescribed(description: unknown): boolean {
  const shrunk = (text: string) => text.replace(/\s+/g, " ").trim();
  return typeof description === "string" && !["", shrunk(bugTemplate)].includes(shrunk(description));
}

export const maxFeedbackFiles = 10;
export const maxFeedbackFileBytes = 10 * 1024 * 1024;
/** How many cards a column of the board shows at first, and how many more each press on „weitere“ adds. */
export const cardsPerColumn = 25;
/** How long the roadmap shows what is done. */
export const roadmapDays = 90;

export const feedbackAreas = {
  dashboard: "Dashboard",
  websites: "Websites",
  domains: "Domains",
  hosts: "Hoster",
  customers: "Kunden",
  devices: "Geräte",
  wiki: "Wiki",
  feedback: "Feedback",
  settings: "Einstellungen",
  shell: "Shell",
  customerWebsite: "Kundenwebsite",
  process: "Prozess",
} as const;

const count = (label: string, width: number) => integer(label, anyCount, { ...derived, width });

export const feedback = declare({
  type: "feedback",
  plural: "feedback",
  path: "/feedback",
  labels: {
    one: "Feedback",
    many: "Feedback",
    create: "Feedback geben",
    search: "In Feedback suchen …",
    definite: "das Feedback",
    emptyTitle: "Noch kein Feedback.",
    emptyText: "Was nervt dich an unseren Werkzeugen?",
  },
  fields: {
    number: text("Nr.", 20, { auto: true, readOnly: true, width: 64 }),
    title: text("Titel", 140, { required: true }),
    kind: choice("Art", feedbackKinds, { required: true, initial: "idea", width: 80 }),
    area: choice("Bereich", feedbackAreas, { required: true, width: 116 }),
    status: choice("Status", feedbackStatuses, { readOnly: true, initial: "new", width: 96 }),
    description: markdown("Beschreibung", 10_000),
    websiteId: relation("Website", "website"),
    customerId: relation("Kunde", "customer"),
    pageId: relation("Wiki-Seite", "page"),
    votes: count("Stimmen", 80),
    comments: count("Kommentare", 104),
    weight: integer("Stimmen + Frische", { min: -100_000, max: 1_000_000 }, { ...derived, width: 124 }),
    priority: choice(
      "Priorität",
      { low: "Niedrig", normal: "Normal", high: "Hoch", urgent: "Dringend" },
      { width: 92 },
    ),
    assigneeId: relation("Zuständig", "user", { width: 92 }),
    dueAt: date("Bis", { width: 92 }),
    effort: choice("Aufwand", { s: "S", m: "M", l: "L", xl: "XL" }, { width: 92 }),
    authorId: relation("Autor", "user", { readOnly: true, width: 76 }),
    createdOn: date("Erstellt", { ...derived, isPast: true, width: 92 }),
    lastActivityAt: date("Letzte Aktivität", { readOnly: true, isPast: true, heading: "Aktivität", width: 92 }),
    answer: markdown("Antwort ans Team", 10_000, { readOnly: true }),
    reason: markdown("Begründung", 2000, { readOnly: true }),
    duplicateOfId: relation("Duplikat von", "feedback", { readOnly: true }),
    releasedIn: text("Umgesetzt in", 60, { readOnly: true }),
    doneAt: date("Erledigt am", { readOnly: true, isPast: true }),
    followers: relation("Folgen", "user", derived),
  },
  titleField: "title",
  noteField: "number",
  sections: [
    { title: "Feedback", fields: ["title", "kind", "area", "description"] },
    { title: "Betrifft", fields: ["websiteId", "customerId", "pageId"] },
    { title: "Planung", fields: ["priority", "assigneeId", "dueAt", "effort"] },
  ],
  list: {
    columns: [
      "number",
      "title",
      "kind",
      "area",
      "status",
      "votes",
      "comments",
      "priority",
      "assigneeId",
      "authorId",
      "createdOn",
      "lastActivityAt",
    ],
    orderBy: [
      { field: "weight", descending: true },
      { field: "lastActivityAt", descending: true },
    ],
    views: [
      allActive,
      { key: "mine", label: "Von mir", where: [{ field: "authorId", is: "oneOf", values: ["me"] }] },
      { key: "followed", label: "Ich folge", where: [{ field: "followers", is: "oneOf", values: ["me"] }] },
      { key: "assigned", label: "Mir zugeteilt", where: [{ field: "assigneeId", is: "oneOf", values: ["me"] }] },
      {
        key: "stale",
        label: "Seit 30 Tagen still",
        where: [
          { field: "status", is: "noneOf", values: ["done", "rejected", "duplicate"] },
          { field: "lastActivityAt", is: "between", to: "-30d" },
        ],
        orderBy: [{ field: "lastActivityAt" }],
      },
      archive,
    ],
    layouts: ["table"],
  },
  archivedBy: "manageFeedback",
  naturalKeys: ["number"],
  searchable: ["number", "description", "answer"],
});
