import { IncidentOverview } from "../features/incidents/incident-overview.tsx";
import { usePageRecord } from "../records/page/record-page.tsx";

export default function IncidentOverviewPage() {
  return <IncidentOverview record={usePageRecord()} />;
}
