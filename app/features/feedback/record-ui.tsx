import type { RecordUi } from "../../records/record-ui.tsx";
import { BulkSteps } from "./bulk-steps.tsx";

/** What is special about feedback as records; its pages are its own. */
export const feedbackUi: RecordUi = { BulkActions: ({ mayEdit: _, ...bar }) => <BulkSteps {...bar} /> };
