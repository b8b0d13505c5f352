import { anyCount, days, months } from "../records/common-fields.ts";
import { declare } from "../records/declaration.ts";
import { derived, formatted, integer, markdown, relation, text } from "../records/fields.ts";

export const registrarAccounts = declare({
  type: "registrarAccount",
  plural: "registrar-accounts",
  labels: {
    one: "Registrar-Konto",
    many: "Registrar-Konten",
    create: "Neues Registrar-Konto",
    search: "In Registrar-Konten suchen …",
    definite: "das Registrar-Konto",
    emptyTitle: "Noch keine Registrar-Konten.",
    emptyText: "Ein Konto ist der Zugang zu einem Registrar, unter dem Domains liegen.",
  },
  fields: {
    name: text("Konto", 120, { required: true }),
    registrarId: relation("Registrar", "registrar", { required: true, width: 168 }),
    customerNo: text("Kundennummer", 60, { width: 132 }),
    username: text("Benutzername", 120, { width: 160 }),
    defaultPeriodMonths: integer("Übliche Laufzeit", months),
    defaultNoticeDays: integer("Übliche Kündigungsfrist", days),
    credentialsRef: formatted("Zugangsdaten (Passwortmanager-Link)", "vaultLink"),
    domainCount: integer("Domains", anyCount, { ...derived, one: "Domain", width: 84 }),
    notes: markdown("Notizen", 20_000),
  },
  titleField: "name",
  noteField: "customerNo",
  sections: [
    { title: "Zugang", fields: ["registrarId", "name", "customerNo", "username", "credentialsRef"] },
    { title: "Vorgaben für Domains", fields: ["defaultPeriodMonths", "defaultNoticeDays"] },
    { title: "Notizen", fields: ["notes"] },
  ],
  list: {
    columns: ["name", "registrarId", "customerNo", "username", "domainCount"],
    orderBy: [{ field: "name" }],
    views: [],
    layouts: ["table"],
  },
  naturalKeys: ["name"],
  identity: ["registrarId"],
  uniqueTogether: ["registrarId", "name"],
  searchable: ["customerNo", "username", "notes"],
  archivedBy: "manageLists",
});
