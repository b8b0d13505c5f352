import { customerHint } from "../features/customers/field-hint.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { newRecordLoader } from "../records/form/form-loaders.ts";
import { NewRecordPage } from "../records/form/new-record-page.tsx";

export const meta = () => pageTitle("Neuer Kunde");

export const loader = newRecordLoader("customer");

export default function NewCustomerRoute() {
  return <NewRecordPage type="customer" hint={customerHint} />;
}
