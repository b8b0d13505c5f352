import { allActive, anyCount, archive, commonFieldNames, commonFields, days, months } from "./records/common-fields.ts";
import { declare } from "./records/declaration.ts";
import { choice, date, derived, flag, integer, money, relation, text } from "./records/fields.ts";

export const contracts = declare({
  type: "contract",
  plural: "contracts",
  labels: {
    one: "Vertrag",
    many: "Verträge",
    create: "Vertrag anlegen",
    search: "In Verträgen suchen …",
    definite: "der Vertrag",
    emptyTitle: "Noch keine Verträge.",
    emptyText: "Lege den ersten Vertrag dieses Kunden an.",
  },
  fields: {
    number: text("Vertragsnummer", 40, { required: true, width: 124, aliases: ["Vertragsnr.", "Nr.", "Contract No"] }),
    title: text("Titel", 150, { required: true, aliases: ["Vertrag", "Bezeichnung", "Name", "Title"] }),
    customerId: relation("Kunde", "customer", {
      required: true,
      width: 168,
      aliases: ["Firma", "Kundenname", "Customer", "Client"],
    }),
    kind: choice(
      "Art",
      {
        maintenance: "Wartung",
        hosting: "Hosting",
        domain: "Domain",
        support: "Support",
        marketing: "SEO/Marketing",
        project: "Projekt",
        license: "Lizenz",
      },
      { required: true, initial: "maintenance", width: 132, aliases: ["Vertragsart", "Typ", "Type"] },
    ),
    status: choice(
      "Status",
      { draft: "Entwurf", active: "Aktiv", cancelled: "Gekündigt", ended: "Beendet" },
      { required: true, initial: "active", width: 112 },
    ),
    startAt: date("Beginn", { required: true, width: 108, aliases: ["Vertragsbeginn", "Start", "Start Date"] }),
    minTermMonths: integer("Mindestlaufzeit", months, { aliases: ["Mindestlaufzeit (Monate)"] }),
    periodMonths: integer("Laufzeit", months, { aliases: ["Laufzeit (Monate)", "Verlängerung um"] }),
    noticeDays: integer("Kündigungsfrist (Tage)", days, { aliases: ["Kündigungsfrist"] }),
    endAt: date("Vertragsende", { width: 116, aliases: ["Ende", "End", "End Date", "Laufzeit bis"] }),
    cancelBy: date("Kündbar bis", { readOnly: true, width: 108 }),
    autoRenew: flag("Verlängert sich automatisch", { initial: true, aliases: ["Auto Renew"] }),
    priceCents: money("Preis je Abrechnung", {
      ability: "seePrices",
      heading: "Preis",
      width: 108,
      hint: "Ohne Positionen; sonst zählt die Summe der Positionen.",
      aliases: ["Betrag", "Price"],
    }),
    cycle: choice(
      "Abrechnung",
      {
        monthly: "monatlich",
        quarterly: "vierteljährlich",
        halfYearly: "halbjährlich",
        yearly: "jährlich",
        once: "einmalig",
      },
      { initial: "monthly", width: 124, aliases: ["Abrechnungszeitraum", "Rhythmus"] },
    ),
    indexation: text("Preisanpassung", 300),
    itemCount: integer("Positionen", anyCount, { ...derived, width: 92 }),
    monthlyRevenueCents: money("Erlös/Monat", { ...derived, ability: "seePrices", width: 112 }),
    ...commonFields,
  },
  titleField: "title",
  noteField: "number",
  sections: [
    { title: "Vertrag", fields: ["customerId", "number", "title", "kind", "status"] },
    {
      title: "Laufzeit",
      fields: ["startAt", "endAt", "minTermMonths", "periodMonths", "noticeDays", "autoRenew"],
    },
    { title: "Preis", fields: ["priceCents", "cycle", "indexation"] },
    { title: "Organisation", fields: commonFieldNames },
  ],
  list: {
    columns: ["number", "title", "customerId", "kind", "status", "endAt", "cancelBy", "monthlyRevenueCents"],
    orderBy: [{ field: "title" }],
    views: [
      allActive,
      { key: "active", label: "Aktive", where: [{ field: "status", is: "oneOf", values: ["active"] }] },
      { key: "cancel", label: "Kündbar in 90 Tagen", where: [{ field: "cancelBy", is: "between", to: "+90d" }] },
      archive,
    ],
    layouts: ["table"],
  },
  naturalKeys: ["number"],
  searchable: ["number", "notes"],
});
