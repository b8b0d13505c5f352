import { Overview } from "../records/page/overview.tsx";
import { usePageRecord } from "../records/page/record-page.tsx";

export default function WebsiteOverviewPage() {
  return <Overview record={usePageRecord()} />;
}
