import { tabLoader } from "../features/records/page/record-loader.ts";
import { TabPage } from "../features/records/page/tab-page.tsx";

export const loader = tabLoader([]);

export default function FeedbackTabRoute() {
  return <TabPage tabs={[]} />;
}
