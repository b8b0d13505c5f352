import { tabLoader } from "../features/records/page/record-loader.ts";
import { TabPage } from "../features/records/page/tab-page.tsx";
import { websiteTabs } from "../features/websites/tabs.tsx";

export const loader = tabLoader(websiteTabs);

export default function WebsiteTabPage() {
  return <TabPage tabs={websiteTabs} />;
}
