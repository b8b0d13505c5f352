import { deviceHint } from "../features/devices/field-hint.ts";
import { pageTitle } from "../lib/page-title.ts";
import { newRecordLoader } from "../records/form/form-loaders.ts";
import { NewRecordPage } from "../records/form/new-record-page.tsx";

export const meta = () => pageTitle("Neues Gerät");

export const loader = newRecordLoader("device");

export default function NewDeviceRoute() {
  return <NewRecordPage type="device" hint={deviceHint} />;
}
