import { hostTabs } from "../features/hosts/tabs.tsx";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export { onlyForAnotherTab as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = tabLoader(hostTabs);

export default function HostTabPage() {
  return <TabPage tabs={hostTabs} />;
}
