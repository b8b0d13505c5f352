import { domainTabs } from "../features/domains/tabs.tsx";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export { onlyForAnotherTab as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = tabLoader(domainTabs);

export default function DomainTabPage() {
  return <TabPage tabs={domainTabs} />;
}
