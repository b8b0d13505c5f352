import { EditRecordPage } from "../features/records/form/edit-record-page.tsx";
import { editRecordLoader } from "../features/records/form/form-loaders.ts";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Kunde bearbeiten");

export const loader = editRecordLoader("customer");

export default function EditCustomerRoute() {
  return <EditRecordPage type="customer" />;
}
