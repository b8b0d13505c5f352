import { pageTitle } from "../lib/page-title.ts";
import { EditRecordPage } from "../records/form/edit-record-page.tsx";
import { editRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Domain bearbeiten");

export const loader = editRecordLoader("domain");

export default function EditDomainRoute() {
  return <EditRecordPage type="domain" />;
}
