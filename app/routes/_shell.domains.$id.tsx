import { domainPageUi } from "../features/domains/page-ui.ts";
import { domainTabs } from "../features/domains/tabs.tsx";
import { recordLoader } from "../records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../records/page/record-route.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = recordLoader("domain");
export const meta = recordMeta("domain");

export default function DomainPage() {
  return <RecordRoute type="domain" ui={domainPageUi} tabs={domainTabs} />;
}
