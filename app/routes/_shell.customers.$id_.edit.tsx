import { customerHint } from "../features/customers/field-hint.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { EditRecordPage } from "../records/form/edit-record-page.tsx";
import { editRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Kunde bearbeiten");

export const loader = editRecordLoader("customer");

export default function EditCustomerRoute() {
  return <EditRecordPage type="customer" hint={customerHint} />;
}
