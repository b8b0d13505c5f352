import type { RecordUi } from "../../records/record-ui.tsx";
import { BulkTransition } from "./status/bulk-transition.tsx";

/** What is special about feedback as records; its pages are its own. */
export const feedbackUi: RecordUi = { BulkActions: ({ mayEdit: _, ...bar }) => <BulkTransition {...bar} /> };
