import { Link, useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  Copy,
  Ellipsis,
  ExternalLink,
  Link2,
  Merge,
  Pencil,
} from "lucide-react";
import { type FollowedType, followedTypes } from "../../../contract/follows/follows.ts";
import { isMergeable } from "../../../contract/merges/merges.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { quoted } from "../../../contract/values/quoted.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { type PageAction, usePaletteActions } from "../../lib/page-actions.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { IconButton } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { openMerge } from "../merge/open-merge.tsx";
import { recordPath } from "../record-path.ts";
import { useRecordUi } from "../record-ui.tsx";
import { duplicatePath, editPath } from "../record-urls.ts";
import { EndingItems } from "./ending-items.tsx";
import { useArchiving } from "./use-archiving.ts";

/** What can be done with a record. */
export function RecordActions({ record }: { record: RecordRow }) {
  const role = useRole();
  const { HeaderActions, MenuActions } = useRecordUi(record.type);
  const { archive, restore } = useArchiving(record);
  const mayRestore = record.archivedAt !== null && hasAbility(role, "archiveRecords");
  useRecordPalette(record, {
    copyLink: () => void copyLink(record),
    archive,
    restore: mayRestore ? restore : undefined,
  });
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:w-full md:mt-1">
      <ConsoleLink record={record} />
      {HeaderActions && <HeaderActions record={record} />}
      {record.can.edit && (
        <Link to={editPath(record)} className={buttonClass()}>
          <Icon of={Pencil} />
          Bearbeiten
        </Link>
      )}
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Mehr zu ${record.title}`} variant="secondary" />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={Link2} onSelect={() => copyLink(record)}>
            Link kopieren
          </MenuItem>
          <FollowItem record={record} />
          {MenuActions && <MenuActions record={record} />}
          {hasAbility(role, "editRecords") && (
            <MenuItem icon={Copy} asChild>
              <Link to={duplicatePath(record)}>Duplizieren</Link>
            </MenuItem>
          )}
          {record.can.edit && isMergeable(record.type) && hasAbility(role, "mergeRecords") && (
            <MenuItem icon={Merge} onSelect={() => void openMerge(record.type, [record.id])}>
              Zusammenführen …
            </MenuItem>
          )}
          {(record.can.archive || mayRestore || record.can.delete) && <MenuSeparator />}
          <EndingItems record={record} onArchive={archive} onRestore={mayRestore ? restore : undefined} />
        </MenuContent>
      </Menu>
    </div>
  );
}

/** Begins or ends following a record, for those that can be followed; known once its menu is open. */
function FollowItem({ record: { type, id, title } }: { record: RecordRow }) {
  const followed = followedTypes.find((each) => each === type);
  return followed ? <FollowingItem type={followed} id={id} title={title} /> : null;
}

function FollowingItem({ type, id, title }: { type: FollowedType; id: string; title: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.follow.get.queryOptions({ type, id }));
  const isOn = data?.isFollowing ?? false;
  const setting = useMutate(trpc.follow.set.mutationOptions(), {
    refreshes: ["follow"],
    success: isOn ? `Du folgst ${quoted(title)} nicht mehr.` : `Du folgst ${quoted(title)}.`,
  });
  return (
    <MenuItem icon={isOn ? BellOff : Bell} disabled={!data} onSelect={() => setting.mutate({ type, id, on: !isOn })}>
      {isOn ? "Nicht mehr folgen" : "Folgen"}
    </MenuItem>
  );
}

/** The way to where the thing itself is administered. */
function ConsoleLink({ record: { type, values } }: { record: RecordRow }) {
  const link = useRecordUi(type).console;
  const url = link && values[link.field];
  if (typeof url !== "string" || !/^https?:/.test(url)) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
      <Icon of={ExternalLink} />
      {link?.label}
      <span className="sr-only"> (öffnet neues Fenster)</span>
    </a>
  );
}

async function copyLink({ type, id }: RecordRow): Promise<void> {
  const url = new URL(recordPath(type, id) ?? "/", window.location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    showToast({ tone: "success", title: "Link kopiert." });
  } catch {
    // A page without TLS has no clipboard.
    showToast({ tone: "info", title: "Link", message: url, autoCloseMs: false });
  }
}

interface RecordCommands {
  copyLink: () => void;
  archive: () => void;
  /** Absent when the record is not archived, or not the person's to bring back. */
  restore: (() => void) | undefined;
}

/** Offers in the palette what can be done with the record on screen. */
function useRecordPalette(record: RecordRow, { copyLink, archive, restore }: RecordCommands): void {
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
      id: "record-restore",
      name: "Wiederherstellen",
      note: title,
      icon: ArchiveRestore,
      perform: restore,
    });
  usePaletteActions(actions);
}
