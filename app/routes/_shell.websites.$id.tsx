import { websiteTabs } from "../features/websites/tabs.tsx";
import { recordLoader } from "../records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../records/page/record-route.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = recordLoader("website");
export const meta = recordMeta("website");

export default function WebsitePage() {
  return <RecordRoute type="website" tabs={websiteTabs} />;
}
