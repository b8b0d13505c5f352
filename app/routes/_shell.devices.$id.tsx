import { devicePageUi } from "../features/devices/page-ui.tsx";
import { deviceTabs } from "../features/devices/tabs.tsx";
import { recordLoader } from "../records/page/record-loader.ts";
import { RecordRoute, recordMeta } from "../records/page/record-route.tsx";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = recordLoader("device");
export const meta = recordMeta("device");

export default function DevicePage() {
  return <RecordRoute type="device" ui={devicePageUi} tabs={deviceTabs} />;
}
