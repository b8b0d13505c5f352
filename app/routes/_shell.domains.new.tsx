import { pageTitle } from "../lib/page-title.ts";
import { newRecordLoader } from "../records/form/form-loaders.ts";
import { NewRecordPage } from "../records/form/new-record-page.tsx";

export const meta = () => pageTitle("Neue Domain");

export const loader = newRecordLoader("domain");

export default function NewDomainRoute() {
  return <NewRecordPage type="domain" />;
}
