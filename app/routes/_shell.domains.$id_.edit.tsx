import { EditRecordPage } from "../features/records/form/edit-record-page.tsx";
import { editRecordLoader } from "../features/records/form/form-loaders.ts";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Domain bearbeiten");

export const loader = editRecordLoader("domain");

export default function EditDomainRoute() {
  return <EditRecordPage type="domain" />;
}
