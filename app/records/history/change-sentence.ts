import { type DeadlineEvent, deadlineEvents, type HistoryEntry } from "../../../contract/changes/record-history.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { quoted } from "../../../contract/values/quoted.ts";

const deadlineTexts: Record<DeadlineEvent, [article: string, verb: string]> = {
  "deadline.created": ["den Termin", "angelegt"],
  "deadline.updated": ["den Termin", "geändert"],
  "deadline.completed": ["die Frist", "erledigt"],
  "deadline.reopened": ["die Frist", "wieder geöffnet"],
  "deadline.renewed": ["die Frist", "verlängert"],
  "deadline.assigned": ["die Frist", "neu zugewiesen"],
  "deadline.deleted": ["den Termin", "gelöscht"],
};

const verbs: Record<Exclude<HistoryEntry["what"], DeadlineEvent>, string> = {
  created: "angelegt",
  updated: "geändert",
  archived: "archiviert",
  restored: "wiederhergestellt",
  deleted: "gelöscht",
  moved: "bewegt",
  attached: "hinzugefügt",
  detached: "entfernt",
  renamed: "umbenannt",
  replaced: "durch eine neue Fassung ersetzt",
  signed: "als unterschrieben festgehalten",
  merged: "zusammengeführt",
  unmerged: "wieder getrennt",
  claimed: "übernommen",
  unclaimed: "freigegeben",
};

/** What somebody did, as the rest of a sentence that begins with their name: „hat Phase und Kunde geändert“. */
export function changeSentence(entry: HistoryEntry, page: RecordKey): string {
  const { what, subject, filename, formerFilename, other } = entry;
  if (isOneOf(deadlineEvents, what)) {
    const [article, verb] = deadlineTexts[what];
    return `hat ${article} ${quoted(other ?? "")} ${verb}`;
  }
  const isOwn = subject.type === page.type && subject.id === page.id;
  const { one } = declarationOf(subject.type).labels;
  const named = subject.title ? `${one} ${quoted(subject.title)}` : one;
  if (formerFilename !== null) return `hat die Datei ${quoted(formerFilename)} in ${quoted(filename ?? "")} umbenannt`;
  if (filename !== null) return `hat die Datei ${quoted(filename)} ${verbs[what]}`;
  if (what === "merged") return `hat ${quoted(other ?? "")} hierher zusammengeführt`;
  if (what === "unmerged") return `hat das Zusammenführen mit ${quoted(other ?? "")} zurückgenommen`;
  if (what === "claimed") return "kümmert sich darum";
  if (what === "unclaimed")
    return entry.by?.name === other ? "kümmert sich nicht mehr darum" : `hat freigegeben, worum sich ${other} kümmerte`;
  if (what === "moved")
    return `hat ${isOwn ? "das Gerät" : named} ${isHandedOut(entry) ? "ausgegeben" : "zurückgenommen"}`;
  if (what !== "updated") return `hat ${isOwn ? "diesen Eintrag" : named} ${verbs[what]}`;
  const fields = fieldList(entry);
  return `hat ${isOwn ? fields : `${fields} bei ${named}`} geändert`;
}

function isHandedOut({ fields }: HistoryEntry): boolean {
  return fields.some(({ field, after }) => field === "assignedAt" && after !== null);
}

/** „Phase und Kunde“, „Phase, Kunde und 3 weitere Felder“. */
function fieldList({ subject, fields, hiddenFields }: HistoryEntry): string {
  const declared = declarationOf(subject.type).fields;
  const labels = fields.map(({ field }) => `„${declared[field]?.label ?? field}“`);
  const shown = labels.slice(0, 3);
  const rest = labels.length - shown.length + hiddenFields;
  if (shown.length === 0) return rest === 1 ? "ein geschütztes Feld" : `${rest} geschützte Felder`;
  const parts = rest > 0 ? [...shown, rest === 1 ? "ein weiteres Feld" : `${rest} weitere Felder`] : shown;
  return parts.length === 1 ? parts.join("") : `${parts.slice(0, -1).join(", ")} und ${parts.at(-1)}`;
}
