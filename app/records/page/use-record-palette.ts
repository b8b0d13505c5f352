import { useNavigate } from "@remix-run/react";
import { Archive, ArchiveRestore, Link2, Pencil } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { type PageAction, usePaletteActions } from "../../lib/page-actions.ts";
import { recordPath } from "../record-path.ts";

interface RecordCommands {
  copyLink: () => void;
  archive: () => void;
  /** Absent when the record is not archived, or not the person's to bring back. */
  restore: (() => void) | undefined;
}

/** Offers in the palette what can be done with the record on screen. */
export function useRecordPalette(record: RecordRow, { copyLink, archive, restore }: RecordCommands): void {
  const navigate = useNavigate();
  const { title, can, type, id } = record;
  const actions: PageAction[] = [];
  const edit = () => navigate(`${recordPath(type, id)}/edit`);
  if (can.edit) actions.push({ id: "record-edit", name: "Bearbeiten", note: title, icon: Pencil, perform: edit });
  actions.push({ id: "record-link", name: "Link kopieren", note: title, icon: Link2, perform: copyLink });
  if (can.archive)
    actions.push({ id: "record-archive", name: "Archivieren", note: title, icon: Archive, perform: archive });
  if (restore)
    actions.push({
      ...{ id: "record-restore", name: "Wiederherstellen", note: title, icon: ArchiveRestore },
      perform: restore,
    });
  usePaletteActions(actions);
}
