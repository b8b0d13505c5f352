import { customerTabs } from "../features/customers/tabs.tsx";
import { tabLoader } from "../features/records/page/record-loader.ts";
import { TabPage } from "../features/records/page/tab-page.tsx";

export const loader = tabLoader(customerTabs);

export default function CustomerTabPage() {
  return <TabPage tabs={customerTabs} />;
}
