import { deviceTabs } from "../features/devices/tabs.tsx";
import { tabLoader } from "../features/records/page/record-loader.ts";
import { TabPage } from "../features/records/page/tab-page.tsx";

export const loader = tabLoader(deviceTabs);

export default function DeviceTabPage() {
  return <TabPage tabs={deviceTabs} />;
}
