import { anyCount } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { derived, formatted, integer, text } from "../records/fields.ts";

export const tags = declare({
  type: "tag",
  plural: "tags",
  labels: {
    one: "Tag",
    many: "Tags",
    create: "Neuer Tag",
    search: "In Tags suchen …",
    definite: "der Tag",
    emptyTitle: "Noch keine Tags.",
    emptyText: "Tags fassen zusammen, was über Kunden und Bereiche hinweg zusammengehört.",
  },
  fields: {
    name: text("Name", 40, { required: true }),
    color: formatted("Farbe", "color", { width: 112 }),
    recordCount: integer("Verwendet", anyCount, { ...derived, width: 100 }),
  },
  titleField: "name",
  sections: [{ title: "Tag", fields: ["name", "color"] }],
  list: {
    columns: ["name", "color", "recordCount"],
    orderBy: [{ field: "name" }],
    views: [],
    layouts: ["table"],
  },
  naturalKeys: ["name"],
  searchable: [],
  archivedBy: "manageLists",
});
