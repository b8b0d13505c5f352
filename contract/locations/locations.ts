import { anyCount } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { choice, derived, integer, markdown, text } from "../records/fields.ts";

export const locations = declare({
  type: "location",
  plural: "locations",
  labels: {
    one: "Standort",
    many: "Standorte",
    create: "Neuer Standort",
    search: "In Standorten suchen …",
    definite: "der Standort",
    emptyTitle: "Noch keine Standorte.",
    emptyText: "Standorte sagen, wo ein Gerät steht oder liegt.",
  },
  fields: {
    name: text("Name", 120, { required: true }),
    kind: choice(
      "Art",
      {
        office: "Büro",
        storage: "Lager",
        homeOffice: "Homeoffice",
        dataCenter: "Rechenzentrum",
        customer: "Beim Kunden",
        other: "Sonstige",
      },
      { required: true, initial: "office", width: 132 },
    ),
    address: text("Anschrift", 300, { width: 280 }),
    deviceCount: integer("Geräte", anyCount, { ...derived, one: "Gerät", width: 76 }),
    notes: markdown("Notizen", 20_000),
  },
  titleField: "name",
  noteField: "address",
  sections: [{ title: "Standort", fields: ["name", "kind", "address", "notes"] }],
  list: {
    columns: ["name", "kind", "address", "deviceCount"],
    orderBy: [{ field: "name" }],
    views: [],
    layouts: ["table"],
  },
  naturalKeys: ["name"],
  searchable: ["address", "notes"],
  archivedBy: "manageLists",
});
