import { hostPageUi } from "../features/hosts/page-ui.tsx";
import { hostTabs } from "../features/hosts/tabs.tsx";
import { recordLoader } from "../records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../records/page/record-route.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = recordLoader("host");
export const meta = recordMeta("host");

export default function HostPage() {
  return <RecordRoute type="host" ui={hostPageUi} tabs={hostTabs} />;
}
