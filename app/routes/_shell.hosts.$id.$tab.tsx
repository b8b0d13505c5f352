import { hostTabs } from "../features/hosts/tabs.tsx";
import { tabLoader } from "../features/records/page/record-loader.ts";
import { TabPage } from "../features/records/page/tab-page.tsx";

export const loader = tabLoader(hostTabs);

export default function HostTabPage() {
  return <TabPage tabs={hostTabs} />;
}
