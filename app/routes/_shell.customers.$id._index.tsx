import { Overview } from "../features/records/page/overview.tsx";
import { usePageRecord } from "../features/records/page/record-page.tsx";

export default function CustomerOverviewPage() {
  return <Overview record={usePageRecord()} />;
}
