import { pageTitle } from "../lib/page-title.ts";
import { EditRecordPage } from "../records/form/edit-record-page.tsx";
import { editRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Vertrag bearbeiten");

export const loader = editRecordLoader("contract");

export default function EditContractRoute() {
  return <EditRecordPage type="contract" />;
}
