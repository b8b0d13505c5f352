import { websitePageUi } from "../features/websites/page-ui.ts";
import { websiteTabs } from "../features/websites/tabs.tsx";
import { queryKeys } from "../lib/api/prefill.ts";
import { recordLoader } from "../records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../records/page/record-route.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = recordLoader("website", ({ dashboard }, websiteId) => [
  [queryKeys.dashboard.nextOf.queryKey({ websiteId }), dashboard.nextOf({ websiteId })],
]);
export const meta = recordMeta("website");

export default function WebsitePage() {
  return <RecordRoute type="website" ui={websitePageUi} tabs={websiteTabs} />;
}
