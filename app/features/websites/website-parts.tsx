import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { SiteAddressNotice } from "../addresses/site-address-notice.tsx";
import { CheckMenu } from "../checks/check-acts.tsx";
import { LastDay } from "../checks/tab-entries.tsx";
import { MaintenanceItem } from "../maintenance/maintenance-item.tsx";
import { PreviewMenu } from "../previews/preview-acts.tsx";
import { PreviewSkeleton } from "../previews/preview-frame.tsx";

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
