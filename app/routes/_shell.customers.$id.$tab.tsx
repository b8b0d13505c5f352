import { customerTabs } from "../features/customers/tabs.tsx";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export { onlyForAnotherTab as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = tabLoader(customerTabs);

export default function CustomerTabPage() {
  return <TabPage tabs={customerTabs} />;
}
