import { Overview } from "../records/page/overview.tsx";
import { usePageRecord } from "../records/page/record-page.tsx";

export default function ContractOverviewPage() {
  return <Overview record={usePageRecord()} />;
}
