import { Ellipsis, type LucideIcon, Merge, Paperclip, Pencil } from "lucide-react";
import { isMergeable } from "../../../contract/merges/merges.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { openFiles } from "../files/open-files.tsx";
import { useRecordDialog } from "../form/use-record-dialog.ts";
import { openMerge } from "../merge/open-merge.tsx";
import { EndingItems } from "../page/ending-items.tsx";
import { useArchiving } from "../page/use-archiving.ts";
import { useRecordMark } from "../record-mark.tsx";

interface RecordMenuProps {
  record: RecordRow;
  /** Asked before it is archived; false keeps it. */
  beforeArchive?: () => Promise<boolean>;
  more?: readonly { icon: LucideIcon; label: string; perform: () => void }[];
}

/** What can be done with a record that has no page of its own; those who may only look come to its files here. */
export function RecordMenu({ record, beforeArchive, more = [] }: RecordMenuProps) {
  const role = useRole();
  const openDialog = useRecordDialog();
  const { archive, restore } = useArchiving(record);
  const { can, type, title, archivedAt } = record;
  const { hasFilesInMenu } = useRecordMark(type);
  const mayRestore = archivedAt !== null && hasAbility(role, declarationOf(type).archivedBy ?? "archiveRecords");
  if (!can.edit && !can.archive && !mayRestore && !can.delete && !hasFilesInMenu) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Ellipsis} label={`Aktionen für ${title}`} size="sm" />
      </MenuTrigger>
      <MenuContent align="end">
        {can.edit && (
          <MenuItem icon={Pencil} onSelect={() => void openDialog(type, { record })}>
            Bearbeiten …
          </MenuItem>
        )}
        {hasFilesInMenu && (
          <MenuItem icon={Paperclip} onSelect={() => void openFiles(record)}>
            Dateien …
          </MenuItem>
        )}
        {can.edit &&
          more.map(({ icon, label, perform }) => (
            <MenuItem key={label} icon={icon} onSelect={perform}>
              {label}
            </MenuItem>
          ))}
        {can.edit && isMergeable(type) && hasAbility(role, "mergeRecords") && (
          <MenuItem icon={Merge} onSelect={() => void openMerge(type, [record.id])}>
            Zusammenführen …
          </MenuItem>
        )}
        {can.edit && can.archive && <MenuSeparator />}
        <EndingItems
          record={record}
          onArchive={async () => {
            if (!beforeArchive || (await beforeArchive())) archive();
          }}
          onRestore={mayRestore ? restore : undefined}
        />
      </MenuContent>
    </Menu>
  );
}
