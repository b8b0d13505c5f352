import { pageTitle } from "../lib/page-title.ts";
import { newRecordLoader } from "../records/form/form-loaders.ts";
import { NewRecordPage } from "../records/form/new-record-page.tsx";

export const meta = () => pageTitle("Störung melden");

export const loader = newRecordLoader("incident");

export default function NewIncidentRoute() {
  return <NewRecordPage type="incident" />;
}
