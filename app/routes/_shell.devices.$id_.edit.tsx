import { EditRecordPage } from "../features/records/form/edit-record-page.tsx";
import { editRecordLoader } from "../features/records/form/form-loaders.ts";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Gerät bearbeiten");

export const loader = editRecordLoader("device");

export default function EditDeviceRoute() {
  return <EditRecordPage type="device" />;
}
