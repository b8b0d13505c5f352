import type { BulkUi } from "../../records/record-ui.tsx";
import { BulkTerms } from "../terms/bulk-terms-entry.tsx";

/** What can be done with selected contracts. */
export const contractBulkUi: BulkUi = {
  BulkActions: ({ mayEdit, ...bar }) => mayEdit && <BulkTerms type="contract" {...bar} />,
};
