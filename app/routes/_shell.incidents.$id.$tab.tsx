import { incidentTabs } from "../features/incidents/tabs.ts";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export { onlyForAnotherTab as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = tabLoader(incidentTabs);

export default function IncidentTabPage() {
  return <TabPage tabs={incidentTabs} />;
}
