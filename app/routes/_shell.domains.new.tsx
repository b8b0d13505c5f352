import { newRecordLoader } from "../features/records/form/form-loaders.ts";
import { NewRecordPage } from "../features/records/form/new-record-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Neue Domain");

export const loader = newRecordLoader("domain");

export default function NewDomainRoute() {
  return <NewRecordPage type="domain" />;
}
