import { newRecordLoader } from "../features/records/form/form-loaders.ts";
import { NewRecordPage } from "../features/records/form/new-record-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Neuer Kunde");

export const loader = newRecordLoader("customer");

export default function NewCustomerRoute() {
  return <NewRecordPage type="customer" />;
}
