import { anyCount } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { derived, formatted, integer, markdown, text } from "../records/fields.ts";

export const registrars = declare({
  type: "registrar",
  plural: "registrars",
  labels: {
    one: "Registrar",
    many: "Registrare",
    create: "Neuer Registrar",
    search: "In Registraren suchen …",
    definite: "der Registrar",
    emptyTitle: "Noch keine Registrare.",
    emptyText: "Registrare verwalten eure Domains bei den Registries.",
  },
  fields: {
    name: text("Name", 120, { required: true }),
    website: formatted("Webseite", "url", { width: 200 }),
    customerNo: text("Kundennummer", 60, { width: 132 }),
    supportPhone: formatted("Support-Telefon", "phone", { width: 148 }),
    supportEmail: formatted("Support-E-Mail", "email", { width: 200 }),
    accountCount: integer("Konten", anyCount, { ...derived, one: "Konto", width: 76 }),
    notes: markdown("Notizen", 20_000),
  },
  titleField: "name",
  noteField: "website",
  sections: [
    { title: "Registrar", fields: ["name", "website", "customerNo"] },
    { title: "Support", fields: ["supportPhone", "supportEmail"] },
    { title: "Notizen", fields: ["notes"] },
  ],
  list: {
    columns: ["name", "website", "customerNo", "supportPhone", "supportEmail", "accountCount"],
    orderBy: [{ field: "name" }],
    views: [],
    layouts: ["table"],
  },
  naturalKeys: ["name"],
  searchable: ["customerNo", "website", "supportPhone", "supportEmail", "notes"],
  archivedBy: "manageLists",
});
