import { domainTabs } from "../features/domains/tabs.tsx";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export const loader = tabLoader(domainTabs);

export default function DomainTabPage() {
  return <TabPage tabs={domainTabs} />;
}
