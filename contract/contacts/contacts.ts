import { allActive, archive } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { choice, choices, date, flag, formatted, markdown, relation, text } from "../records/fields.ts";

export const contacts = declare({
  type: "contact",
  plural: "contacts",
  labels: {
    one: "Ansprechpartner",
    many: "Ansprechpartner",
    create: "Kontakt hinzufügen",
    search: "In Ansprechpartnern suchen …",
    definite: "der Ansprechpartner",
    emptyTitle: "Noch keine Ansprechpartner.",
    emptyText: "Füge hinzu, wen ihr bei diesem Kunden erreicht.",
  },
  fields: {
    customerId: relation("Kunde", "customer", {
      required: true,
      width: 168,
    }),
    salutation: choice("Anrede", { mrs: "Frau", mr: "Herr", none: "Keine" }),
    firstName: text("Vorname", 80),
    lastName: text("Nachname", 80, { required: true }),
    email: formatted("E-Mail", "email", { width: 200 }),
    phone: formatted("Telefon", "phone", {
      width: 148,
    }),
    mobile: formatted("Mobil", "phone", {
      width: 148,
    }),
    position: text("Position", 120, {
      suggest: true,
      width: 148,
    }),
    roles: choices(
      "Rollen",
      {
        decision: "Entscheidung",
        tech: "Technik",
        accounting: "Buchhaltung",
        privacy: "Datenschutz",
        emergency: "Notfall",
      },
      {},
    ),
    isPrimary: flag("Hauptkontakt", { width: 112 }),
    language: text("Sprache", 40, { suggest: true }),
    leftAt: date("Nicht mehr im Unternehmen", { hint: "Seit wann." }),
    notes: markdown("Notizen", 20_000),
  },
  titleField: "lastName",
  noteField: "email",
  sections: [
    { title: "Person", fields: ["customerId", "salutation", "firstName", "lastName", "position", "language"] },
    { title: "Erreichbar", fields: ["email", "phone", "mobile"] },
    { title: "Aufgaben", fields: ["roles", "isPrimary", "leftAt"] },
    { title: "Notizen", fields: ["notes"] },
  ],
  list: {
    columns: ["lastName", "customerId", "position", "email", "phone", "mobile", "isPrimary"],
    orderBy: [{ field: "lastName" }],
    views: [allActive, archive],
    layouts: ["table"],
  },
  naturalKeys: ["email"],
  identity: ["customerId", "firstName"],
  searchable: ["firstName", "lastName", "email", "phone", "mobile", "position", "notes"],
});
