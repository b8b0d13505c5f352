import { pageTitle } from "../lib/page-title.ts";
import { EditRecordPage } from "../records/form/edit-record-page.tsx";
import { editRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Website bearbeiten");

export const loader = editRecordLoader("website");

export default function EditWebsiteRoute() {
  return <EditRecordPage type="website" />;
}
