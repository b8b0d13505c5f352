import { BookOpenText } from "lucide-react";
import type { RecordUi } from "../../records/record-ui.tsx";
import { BulkMove } from "./bulk-move.tsx";
import { openExportDialog } from "./page-dialogs.tsx";

/** What is special about wiki pages as records; their screens are the wiki's own. */
export const pageUi: RecordUi = {
  BulkActions: ({ mayEdit, ...bar }) => mayEdit && <BulkMove {...bar} />,
  bulkExport: {
    icon: BookOpenText,
    label: "Als Markdown, HTML oder PDF …",
    perform: (ids) => void openExportDialog({ ids: [...ids] }),
  },
};
