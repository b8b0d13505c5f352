import { declare } from "../records/declaration.ts";
import { date, derived, flag, integer, money, relation, text } from "../records/fields.ts";

/** What was worked for a customer: enough for what a month includes and for a report, and no ledger. */
export const timeEntries = declare({
  type: "timeEntry",
  plural: "time-entries",
  labels: {
    one: "Leistung",
    many: "Leistungen",
    create: "Leistung eintragen",
    search: "In Leistungen suchen …",
    definite: "die Leistung",
    emptyTitle: "Noch keine Leistungen.",
    emptyText: "Trage ein, woran ihr für diesen Kunden gearbeitet habt, oder lass die Zeit laufen.",
  },
  fields: {
    label: text("Leistung", 300, { required: true }),
    customerId: relation("Kunde", "customer", { required: true, width: 160 }),
    workedOn: date("Datum", { auto: true, hint: "Leer: heute.", width: 108 }),
    minutes: integer("Minuten", { min: 1, max: 14_400, unit: "Minuten" }, { required: true, width: 96 }),
    userId: relation("Person", "user", { auto: true, hint: "Leer: du.", width: 84 }),
    websiteId: relation("Website", "website", { width: 160 }),
    contractId: relation("Vertrag", "contract", { width: 160 }),
    billable: flag("Abrechenbar", { initial: true, width: 100 }),
    billedAt: date("Berechnet am", { width: 116 }),
    amountCents: money("Betrag", { ...derived, ability: "seePrices", width: 100 }),
  },
  titleField: "label",
  sections: [
    { title: "Grunddaten", fields: ["label", "customerId", "workedOn", "minutes", "userId"] },
    { title: "Zuordnung", fields: ["websiteId", "contractId", "billable", "billedAt"] },
  ],
  list: {
    columns: ["label", "customerId", "workedOn", "minutes", "userId", "websiteId", "billable", "billedAt"],
    orderBy: [{ field: "workedOn", descending: true }],
    views: [],
    layouts: ["table"],
  },
  naturalKeys: [],
  identity: ["customerId", "workedOn", "userId"],
  searchable: [],
});
