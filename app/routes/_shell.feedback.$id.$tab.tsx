import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export const loader = tabLoader([]);

export default function FeedbackTabRoute() {
  return <TabPage tabs={[]} />;
}
