import { pageTitle } from "../lib/page-title.ts";
import { newRecordLoader } from "../records/form/form-loaders.ts";
import { NewRecordPage } from "../records/form/new-record-page.tsx";

export const meta = () => pageTitle("Neuer Vertrag");

export const loader = newRecordLoader("contract");

export default function NewContractRoute() {
  return <NewRecordPage type="contract" />;
}
