import { allActive, commonFields } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { choice, date, derived, flag, integer, relation, text } from "../records/fields.ts";
import { pageStatuses, pageVisibilities } from "./page-limits.ts";

const count = (label: string, heading: string) =>
  integer(label, { min: 0, max: 1_000_000_000 }, { ...derived, heading, width: 104 });

/** Pages of the wiki; their content is kept beside the record. The archive is the trash. */
export const pages = declare({
  type: "page",
  plural: "pages",
  path: "/wiki",
  labels: {
    one: "Seite",
    many: "Seiten",
    create: "Neue Seite",
    search: "Im Wiki suchen …",
    definite: "die Seite",
    emptyTitle: "Hier entsteht euer Wissen.",
    emptyText: "Starte mit einer Vorlage oder mit einer leeren Seite.",
  },
  fields: {
    title: text("Titel", 200, { required: true }),
    icon: text("Symbol", 16),
    status: choice("Status", pageStatuses, { required: true, initial: "published", width: 124 }),
    responsibleUserId: commonFields.responsibleUserId,
    parentId: relation("Übergeordnete Seite", "page", { readOnly: true }),
    visibility: choice("Sichtbar für", pageVisibilities, { required: true, initial: "team", width: 128 }),
    reviewEveryMonths: integer("Prüfen alle", { min: 1, max: 60, unit: "Monate" }),
    reviewAt: date("Prüfen bis", { readOnly: true, width: 104 }),
    lastReviewedAt: date("Geprüft", { readOnly: true, width: 100 }),
    lastReviewedById: relation("Geprüft von", "user", { readOnly: true }),
    views: count("Aufrufe 90 Tage", "Aufrufe 90 T"),
    backlinks: count("Verweise", "Verweise"),
    hasFiles: flag("Mit Anhang", { ...derived }),
    path: text("Pfad", 2000, { ...derived, width: 152 }),
    isOrphan: flag("Verwaist", { ...derived }),
    isOverdue: flag("Prüfung überfällig", { ...derived, heading: "Überfällig" }),
    changedById: relation("Geändert von", "user", { ...derived }),
    isTemplate: flag("Vorlage", { readOnly: true }),
    tags: { ...commonFields.tags, width: 120 },
  },
  titleField: "title",
  noteField: "parentId",
  sections: [
    { title: "Seite", fields: ["title", "icon", "status", "visibility"] },
    { title: "Pflege", fields: ["responsibleUserId", "reviewEveryMonths", "tags"] },
  ],
  list: {
    columns: [
      "title",
      "path",
      "status",
      "responsibleUserId",
      "lastReviewedAt",
      "reviewAt",
      "views",
      "backlinks",
      "tags",
    ],
    beside: 268,
    path: "/wiki/all",
    orderBy: [{ field: "title" }],
    views: [
      allActive,
      {
        key: "drafts",
        label: "Meine Entwürfe",
        mine: true,
        where: [{ field: "status", is: "oneOf", values: ["draft"] }],
      },
      {
        key: "review",
        label: "Zu prüfen",
        where: [{ field: "reviewAt", is: "between", to: "+14d" }],
        orderBy: [{ field: "reviewAt" }],
      },
      {
        key: "ownerless",
        label: "Ohne verantwortliche Person",
        where: [{ field: "responsibleUserId", is: "missing" }],
      },
      { key: "orphaned", label: "Verwaist", where: [{ field: "backlinks", is: "between", to: "0" }] },
      { key: "trash", label: "Papierkorb", archived: true },
    ],
    layouts: ["table"],
  },
  naturalKeys: [],
  searchable: [],
  archivedAs: "trash",
});
