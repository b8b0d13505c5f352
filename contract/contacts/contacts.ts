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
      aliases: ["Firma", "Unternehmen", "Kundenname", "Company", "Client", "Customer", "Website", "Webseite", "Domain"],
    }),
    salutation: choice("Anrede", { mrs: "Frau", mr: "Herr", none: "Keine" }, { aliases: ["Salutation", "Geschlecht"] }),
    firstName: text("Vorname", 80, { aliases: ["First Name", "Given Name"] }),
    lastName: text("Nachname", 80, { required: true, aliases: ["Last Name", "Surname", "Family Name", "Name"] }),
    email: formatted("E-Mail", "email", { width: 200, aliases: ["Mail", "E-Mail-Adresse", "Email"] }),
    phone: formatted("Telefon", "phone", {
      width: 148,
      aliases: ["Tel.", "Telefonnummer", "Durchwahl", "Festnetz", "Phone", "Phone Number", "Work Phone"],
    }),
    mobile: formatted("Mobil", "phone", {
      width: 148,
      aliases: ["Handy", "Mobiltelefon", "Mobilnummer", "Mobile", "Mobile Phone", "Mobile Phone Number", "Cell Phone"],
    }),
    position: text("Position", 120, {
      suggest: true,
      width: 148,
      aliases: ["Funktion", "Job Title", "Title", "Abteilung"],
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
      { aliases: ["Rolle", "Roles"] },
    ),
    isPrimary: flag("Hauptkontakt", { width: 112, aliases: ["Primary", "Hauptansprechpartner"] }),
    language: text("Sprache", 40, { suggest: true, aliases: ["Language"] }),
    leftAt: date("Nicht mehr im Unternehmen", { hint: "Seit wann." }),
    notes: markdown("Notizen", 20_000, { aliases: ["Notiz", "Bemerkung", "Anmerkung", "Notes"] }),
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
