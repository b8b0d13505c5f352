import { hostHint } from "../features/hosts/field-hint.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { EditRecordPage } from "../records/form/edit-record-page.tsx";
import { editRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Hoster bearbeiten");

export const loader = editRecordLoader("host");

export default function EditHostRoute() {
  return <EditRecordPage type="host" hint={hostHint} />;
}
