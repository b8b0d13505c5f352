import { deviceTabs } from "../features/devices/tabs.tsx";
import { tabLoader } from "../records/page/record-loader.ts";
import { TabPage } from "../records/page/tab-page.tsx";

export { onlyForAnotherTab as shouldRevalidate } from "../records/page/record-route.tsx";

export const loader = tabLoader(deviceTabs);

export default function DeviceTabPage() {
  return <TabPage tabs={deviceTabs} />;
}
