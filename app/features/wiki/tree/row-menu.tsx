import { ArrowRightLeft, Copy, Download, Link2, Pencil, Plus, Trash2 } from "lucide-react";
import { hasAbility } from "../../../../contract/roles.ts";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { openExportDialog } from "../page-dialogs.tsx";
import { copyPageLink, type usePageActions } from "../use-page-actions.ts";

interface RowMenuProps {
  page: PageNode;
  /** What was pressed; the menu opens below it. */
  at: HTMLElement;
  actions: ReturnType<typeof usePageActions>;
  onClose: () => void;
  /** Gives the focus back to the row. */
  onReturn: () => void;
}

/** What can be done with a page of the tree. */
export function RowMenu({ page, at, actions, onClose, onReturn }: RowMenuProps) {
  const role = useRole();
  const mayEdit = hasAbility(role, "editRecords");
  const { bottom, left, width } = at.getBoundingClientRect();
  const isRow = width > 60;
  return (
    <Menu open onOpenChange={(open) => !open && onClose()}>
      <MenuTrigger asChild>
        <span
          aria-hidden="true"
          className="pointer-events-none fixed h-0 w-0"
          style={{ top: `${bottom}px`, left: `${isRow ? left + width / 3 : left}px` }}
        />
      </MenuTrigger>
      <MenuContent
        aria-label={`Aktionen für ${page.title}`}
        sideOffset={2}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onReturn();
        }}
      >
        {mayEdit && (
          <>
            <MenuItem icon={Plus} onSelect={() => actions.addBelow(page)}>
              Unterseite
            </MenuItem>
            <MenuItem icon={Pencil} onSelect={() => actions.rename(page)}>
              Umbenennen
            </MenuItem>
            <MenuItem icon={ArrowRightLeft} onSelect={() => void actions.move(page)}>
              Verschieben …
            </MenuItem>
            <MenuItem icon={Copy} onSelect={() => actions.duplicate(page)}>
              Duplizieren
            </MenuItem>
          </>
        )}
        <MenuItem icon={Link2} onSelect={() => void copyPageLink(page)}>
          Link kopieren
        </MenuItem>
        {hasAbility(role, "exportRecords") && (
          <MenuItem icon={Download} onSelect={() => void openExportDialog({ page })}>
            Exportieren …
          </MenuItem>
        )}
        {mayEdit && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => void actions.trash(page)}>
              Papierkorb
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}
