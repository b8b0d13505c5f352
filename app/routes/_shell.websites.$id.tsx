import { recordLoader } from "../features/records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../features/records/page/record-route.tsx";
import { websiteTabs } from "../features/websites/tabs.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../features/records/page/record-route.tsx";

export const loader = recordLoader("website");
export const meta = recordMeta("website");

export default function WebsitePage() {
  return <RecordRoute type="website" tabs={websiteTabs} />;
}
