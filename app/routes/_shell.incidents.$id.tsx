import { incidentPageUi } from "../features/incidents/page-ui.ts";
import { incidentTabs } from "../features/incidents/tabs.ts";
import { queryKeys } from "../lib/api/prefill.ts";
import { recordLoader } from "../records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../records/page/record-route.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = recordLoader("incident", (api, id) => [
  [queryKeys.incident.page.queryKey({ id }), api.incident.page({ id })],
]);
export const meta = recordMeta("incident");

export default function IncidentPage() {
  return <RecordRoute type="incident" ui={incidentPageUi} tabs={incidentTabs} />;
}
