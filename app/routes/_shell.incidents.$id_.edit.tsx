import { pageTitle } from "../lib/page-title.ts";
import { EditRecordPage } from "../records/form/edit-record-page.tsx";
import { editRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Störung bearbeiten");

export const loader = editRecordLoader("incident");

export default function EditIncidentRoute() {
  return <EditRecordPage type="incident" />;
}
