import { contractPageUi } from "../features/contracts/page-ui.ts";
import { contractTabs } from "../features/contracts/tabs.tsx";
import { recordLoader } from "../records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../records/page/record-route.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = recordLoader("contract");
export const meta = recordMeta("contract");

export default function ContractPage() {
  return <RecordRoute type="contract" ui={contractPageUi} tabs={contractTabs} />;
}
