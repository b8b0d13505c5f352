import { customerPageUi } from "../features/customers/page-ui.tsx";
import { customerTabs } from "../features/customers/tabs.tsx";
import { recordLoader } from "../records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../records/page/record-route.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = recordLoader("customer");
export const meta = recordMeta("customer");

export default function CustomerPage() {
  return <RecordRoute type="customer" ui={customerPageUi} tabs={customerTabs} />;
}
