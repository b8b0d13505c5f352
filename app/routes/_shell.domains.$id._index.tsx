import { ExpiryHint } from "../features/domains/expiry-hint.tsx";
import { Overview } from "../records/page/overview.tsx";
import { usePageRecord } from "../records/page/record-page.tsx";

export default function DomainOverviewPage() {
  const record = usePageRecord();
  return (
    <>
      <Overview record={record} />
      <ExpiryHint domain={record} />
    </>
  );
}
