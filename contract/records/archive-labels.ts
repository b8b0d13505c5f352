import type { Declaration } from "./declaration.ts";

/** How people speak of what no longer stands in the lists of a record type. */
export interface ArchiveLabels {
  action: string;
  question: (named: string) => string;
  note: string;
  done: string;
  empty: string;
  /** Said where nothing else is left. */
  holdsAll: string;
}

const archive: ArchiveLabels = {
  action: "Archivieren",
  question: (named) => `${named} archivieren?`,
  note: "Archiviertes steht nicht mehr in den Listen und lässt sich jederzeit wiederherstellen.",
  done: "archiviert",
  empty: "Das Archiv ist leer.",
  holdsAll: "Alle Einträge sind im Archiv; die Ansicht „Archiv“ zeigt sie.",
};

const trash: ArchiveLabels = {
  action: "In den Papierkorb",
  question: (named) => `${named} in den Papierkorb?`,
  note: "Was darunter liegt, kommt mit. Aus dem Papierkorb lässt sich alles jederzeit wiederherstellen.",
  done: "in den Papierkorb gelegt",
  empty: "Der Papierkorb ist leer.",
  holdsAll: "Alle Seiten liegen im Papierkorb; die Ansicht „Papierkorb“ zeigt sie.",
};

/** The words of a record type for archiving; pages of the wiki go into a trash. */
export function archiveLabels({ archivedAs }: Pick<Declaration, "archivedAs">): ArchiveLabels {
  return archivedAs === "trash" ? trash : archive;
}
