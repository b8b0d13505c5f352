import { ArrowRightLeft, BookOpenText } from "lucide-react";
import type { BulkResult } from "../../../contract/records/bulk.ts";
import { maxPagesMoved } from "../../../contract/wiki/page-limits.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { tellBulkResult } from "../../records/list/bulk/bulk-result.tsx";
import type { BulkUi } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";
import { openExportDialog, openPagePicker } from "./page-dialogs.tsx";
import { setOpen } from "./tree/open-nodes.ts";

/** What can be done with selected pages. */
export const pageBulkUi: BulkUi = {
  BulkActions: ({ mayEdit, ...bar }) => mayEdit && <BulkMove {...bar} />,
  bulkExport: {
    icon: BookOpenText,
    label: "Als Markdown, HTML oder PDF …",
    perform: (ids) => void openExportDialog({ ids: [...ids] }),
  },
};

interface BulkMoveProps {
  ids: readonly string[];
  className: string;
  onDone: () => void;
}

/** Puts the selected pages under another one. */
function BulkMove({ ids, className, onDone }: BulkMoveProps) {
  const moving = useMutate(useTRPC().page.moveMany.mutationOptions(), {
    refreshes: ["page", "change", "relation"],
    onSuccess: (result: BulkResult) => {
      tellBulkResult(result, "verschoben");
      onDone();
    },
  });
  if (ids.length > maxPagesMoved) return null;
  const move = async () => {
    const title = `${ids.length === 1 ? "1 Seite" : `${ids.length} Seiten`} verschieben`;
    const parent = await openPagePicker({ title, confirmLabel: "Verschieben" });
    if (!parent) return;
    await moving.mutateAsync({ ids: [...ids], parentId: parent.id }).catch(() => undefined);
    if (parent.id) setOpen([parent.id], true);
  };
  return (
    <button type="button" title="Verschieben" onClick={move} className={className}>
      <Icon of={ArrowRightLeft} />
      <span className="max-xl:sr-only">Verschieben</span>
    </button>
  );
}
