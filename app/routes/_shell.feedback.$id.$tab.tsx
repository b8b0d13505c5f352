import { feedbackTabs } from "../features/feedback/entry/tabs.ts";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export { onlyForAnotherTab as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = tabLoader(feedbackTabs);

export default function FeedbackTabRoute() {
  return <TabPage tabs={feedbackTabs} />;
}
