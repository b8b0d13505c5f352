import { anyCount } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { date, derived, formatted, integer, markdown, text } from "../records/fields.ts";

export const providers = declare({
  type: "provider",
  plural: "providers",
  labels: {
    one: "Anbieter",
    many: "Anbieter",
    create: "Neuer Anbieter",
    search: "In Anbietern suchen …",
    definite: "der Anbieter",
    emptyTitle: "Noch keine Anbieter.",
    emptyText: "Anbieter sind die Firmen, die ihr für Server, Hosting und DNS bezahlt.",
  },
  fields: {
    name: text("Name", 120, { required: true }),
    website: formatted("Webseite", "url", { width: 200 }),
    customerNo: text("Kundennummer", 60, { width: 132 }),
    supportPhone: formatted("Support-Telefon", "phone", { width: 148 }),
    supportEmail: formatted("Support-E-Mail", "email", { width: 200 }),
    statusPageUrl: formatted("Statusseite", "url", {
      hint: "Wird alle 5 Minuten gelesen (Statuspage, Instatus, RSS oder Atom); was dort läuft, steht bei den Hostern. Noch nicht am echten Dienst erprobt.",
    }),
    avvSignedAt: date("AVV unterschrieben am", { heading: "AVV", width: 108 }),
    avvVersion: text("AVV-Version", 60),
    subProcessorsUrl: formatted("Unterauftragsverarbeiter", "url"),
    hostCount: integer("Hoster", anyCount, { ...derived, width: 76 }),
    notes: markdown("Notizen", 20_000),
  },
  titleField: "name",
  noteField: "website",
  sections: [
    { title: "Anbieter", fields: ["name", "website", "customerNo"] },
    { title: "Support", fields: ["supportPhone", "supportEmail", "statusPageUrl"] },
    { title: "AVV", fields: ["avvSignedAt", "avvVersion", "subProcessorsUrl"] },
    { title: "Notizen", fields: ["notes"] },
  ],
  list: {
    columns: ["name", "website", "customerNo", "supportPhone", "supportEmail", "avvSignedAt", "hostCount"],
    orderBy: [{ field: "name" }],
    views: [],
    layouts: ["table"],
  },
  naturalKeys: ["name"],
  searchable: ["customerNo", "website", "supportPhone", "supportEmail", "notes"],
  archivedBy: "manageLists",
});
