import { websiteTabs } from "../features/websites/tabs.tsx";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export { onlyForAnotherTab as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = tabLoader(websiteTabs);

export default function WebsiteTabPage() {
  return <TabPage tabs={websiteTabs} />;
}
