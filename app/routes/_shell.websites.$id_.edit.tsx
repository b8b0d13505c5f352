import { EditRecordPage } from "../features/records/form/edit-record-page.tsx";
import { editRecordLoader } from "../features/records/form/form-loaders.ts";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Website bearbeiten");

export const loader = editRecordLoader("website");

export default function EditWebsiteRoute() {
  return <EditRecordPage type="website" />;
}
