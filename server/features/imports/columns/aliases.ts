import type { RecordType } from "../../../../contract/records/record-types.ts";
import { businessAliases } from "./business-aliases.ts";
import { inventoryAliases } from "./inventory-aliases.ts";

/** Headings under which files of others carry the fields that all records have. */
const common: Readonly<Record<string, readonly string[]>> = {
  tags: ["Tag", "Schlagworte", "Stichworte", "Labels", "Site Tags", "Site Group", "Groups", "Gruppen"],
  responsibleUserId: ["Zuständig", "Betreuer", "Ansprechpartner intern", "Responsible", "Account Manager"],
  notes: ["Notiz", "Bemerkung", "Bemerkungen", "Anmerkung", "Kommentar", "Beschreibung", "Notes", "Note", "Comment"],
};

export type FieldAliases = Readonly<Partial<Record<RecordType, Readonly<Record<string, readonly string[]>>>>>;

const ofType: FieldAliases = { ...inventoryAliases, ...businessAliases };

/** The other names under which import files carry a field. */
export const aliasesOf = (type: RecordType, field: string): readonly string[] =>
  ofType[type]?.[field] ?? common[field] ?? [];
