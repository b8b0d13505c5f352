import { EditRecordPage } from "../features/records/form/edit-record-page.tsx";
import { editRecordLoader } from "../features/records/form/form-loaders.ts";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Hoster bearbeiten");

export const loader = editRecordLoader("host");

export default function EditHostRoute() {
  return <EditRecordPage type="host" />;
}
