import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { SelectionActionsProps } from "../../records/record-ui.tsx";
import { SiteAddressNotice } from "../addresses/site-address-notice.tsx";
import { BulkWebsiteChecks } from "../checks/bulk-checks-entry.tsx";
import { CheckMenu } from "../checks/check-acts.tsx";
import { LastDay } from "../checks/tab-entries.tsx";
import { MaintenanceItem } from "../maintenance/maintenance-item.tsx";
import { BulkPreviews, PreviewMenu } from "../previews/preview-acts.tsx";
import { PreviewSkeleton } from "../previews/preview-frame.tsx";
import { BulkDetect } from "../technologies/bulk-detect.tsx";

const BulkMaintenance = lazyPart(
  async () => (await import("../maintenance/bulk-maintenance.tsx")).BulkMaintenance,
  null,
);
const BulkLegal = lazyPart(async () => (await import("../legal/bulk-legal.tsx")).BulkLegal, null);
const PreviewSection = lazyPart(
  async () => (await import("../previews/preview-section.tsx")).PreviewSection,
  <PreviewSkeleton />,
);

/** Entries of the menu on the page of a website. */
export function WebsiteMenu({ record }: { record: RecordRow }) {
  return (
    <>
      <PreviewMenu record={record} />
      <MaintenanceItem record={record} />
      <CheckMenu record={record} />
    </>
  );
}

/** What can be done with selected websites. */
export function WebsiteSelection(props: SelectionActionsProps) {
  return (
    <>
      <BulkWebsiteChecks {...props} />
      <BulkPreviews {...props} />
      <BulkDetect {...props} />
      <BulkLegal {...props} />
      <BulkMaintenance type="website" {...props} />
    </>
  );
}

/** Above the key data of a website: its picture, what somebody has to decide about it, and how its last day was. */
export function WebsiteTop({ record }: { record: RecordRow }) {
  return (
    <>
      <PreviewSection record={record} />
      <SiteAddressNotice record={record} />
      <LastDay record={record} />
    </>
  );
}
