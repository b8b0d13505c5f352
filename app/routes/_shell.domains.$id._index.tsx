import { ExpiryHint } from "../features/domains/expiry-hint.tsx";
import { Overview } from "../features/records/page/overview.tsx";
import { usePageRecord } from "../features/records/page/record-page.tsx";

export default function DomainOverviewPage() {
  const record = usePageRecord();
  return (
    <>
      <Overview record={record} />
      <ExpiryHint domain={record} />
    </>
  );
}
