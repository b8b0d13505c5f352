import { Overview } from "../records/page/overview.tsx";
import { usePageRecord } from "../records/page/record-page.tsx";

export default function IncidentOverviewPage() {
  return <Overview record={usePageRecord()} />;
}
