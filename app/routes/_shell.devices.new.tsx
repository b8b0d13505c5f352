import { newRecordLoader } from "../features/records/form/form-loaders.ts";
import { NewRecordPage } from "../features/records/form/new-record-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Neues Gerät");

export const loader = newRecordLoader("device");

export default function NewDeviceRoute() {
  return <NewRecordPage type="device" />;
}
