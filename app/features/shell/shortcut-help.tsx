import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { usePageKey } from "../../lib/shortcuts.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";

/** „?“ shows the keys of the portal on every page, while nobody types. */
export function useShortcutHelp(): void {
  usePageKey("?", () => {
    void lazyDialog<typeof import("../users/account/shortcut-list.tsx"), never>(
      () => import("../users/account/shortcut-list.tsx"),
      ({ ShortcutTables }, { open, onOpenChange }) => (
        <Dialog open={open} onOpenChange={onOpenChange} title="Kürzel" width={560}>
          <ShortcutTables />
        </Dialog>
      ),
    );
  });
}
