import { deviceHint } from "../features/devices/field-hint.ts";
import { pageTitle } from "../lib/page-title.ts";
import { EditRecordPage } from "../records/form/edit-record-page.tsx";
import { editRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Gerät bearbeiten");

export const loader = editRecordLoader("device");

export default function EditDeviceRoute() {
  return <EditRecordPage type="device" hint={deviceHint} />;
}
