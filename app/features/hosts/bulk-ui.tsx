import { lazyPart } from "../../lib/lazy-part.tsx";
import type { BulkUi } from "../../records/record-ui.tsx";
import { BulkHostChecks } from "../checks/bulk-checks-entry.tsx";
import { BulkTerms } from "../terms/bulk-terms-entry.tsx";

const BulkMaintenance = lazyPart(
  async () => (await import("../maintenance/bulk-maintenance.tsx")).BulkMaintenance,
  null,
);

/** What can be done with selected hosts. */
export const hostBulkUi: BulkUi = {
  SelectionActions: (props) => (
    <>
      <BulkHostChecks {...props} />
      <BulkMaintenance type="host" {...props} />
    </>
  ),
  BulkActions: ({ mayEdit, ...bar }) => mayEdit && <BulkTerms type="host" {...bar} />,
};
