import { lazyPart } from "../../lib/lazy-part.tsx";
import type { BulkUi } from "../../records/record-ui.tsx";
import { BulkWebsiteChecks } from "../checks/bulk-checks-entry.tsx";
import { BulkPreviews } from "../previews/preview-acts.tsx";
import { BulkDetect } from "../technologies/bulk-detect.tsx";

const BulkMaintenance = lazyPart(
  async () => (await import("../maintenance/bulk-maintenance.tsx")).BulkMaintenance,
  null,
);
const BulkLegal = lazyPart(async () => (await import("../legal/bulk-legal.tsx")).BulkLegal, null);

/** What can be done with selected websites. */
export const websiteBulkUi: BulkUi = {
  SelectionActions: (props) => (
    <>
      <BulkWebsiteChecks {...props} />
      <BulkPreviews {...props} />
      <BulkDetect {...props} />
      <BulkLegal {...props} />
      <BulkMaintenance type="website" {...props} />
    </>
  ),
};
