import { domainTabs } from "../features/domains/tabs.tsx";
import { tabLoader } from "../features/records/page/record-loader.ts";
import { TabPage } from "../features/records/page/tab-page.tsx";

export const loader = tabLoader(domainTabs);

export default function DomainTabPage() {
  return <TabPage tabs={domainTabs} />;
}
