import { contractTabs } from "../features/contracts/tabs.tsx";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export { onlyForAnotherTab as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = tabLoader(contractTabs);

export default function ContractTabPage() {
  return <TabPage tabs={contractTabs} />;
}
