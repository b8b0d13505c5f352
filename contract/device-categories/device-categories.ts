import { anyCount, months } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { derived, flag, integer, markdown, text } from "../records/fields.ts";

export const deviceCategories = declare({
  type: "deviceCategory",
  plural: "device-categories",
  labels: {
    one: "Kategorie",
    many: "Kategorien",
    create: "Neue Kategorie",
    search: "In Kategorien suchen …",
    definite: "die Kategorie",
    emptyTitle: "Noch keine Kategorien.",
    emptyText: "Kategorien ordnen Geräte und geben ihnen Vorgaben für Garantie und Inventur.",
  },
  fields: {
    name: text("Name", 80, { required: true }),
    needsSerial: flag("Seriennummer nötig", { width: 148 }),
    acceptText: markdown("Text zur Übergabe", 5_000),
    defaultWarrantyMonths: integer("Übliche Garantie", months, { width: 132 }),
    defaultAuditMonths: integer("Inventur alle", months, { width: 120 }),
    deviceCount: integer("Geräte", anyCount, { ...derived, one: "Gerät", width: 76 }),
  },
  titleField: "name",
  sections: [
    {
      title: "Kategorie",
      fields: ["name", "needsSerial", "defaultWarrantyMonths", "defaultAuditMonths", "acceptText"],
    },
  ],
  list: {
    columns: ["name", "needsSerial", "defaultWarrantyMonths", "defaultAuditMonths", "deviceCount"],
    orderBy: [{ field: "name" }],
    views: [],
    layouts: ["table"],
  },
  naturalKeys: ["name"],
  searchable: [],
  archivedBy: "manageLists",
});
