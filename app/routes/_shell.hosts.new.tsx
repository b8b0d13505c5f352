import { hostHint } from "../features/hosts/field-hint.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { newRecordLoader } from "../records/form/form-loaders.ts";
import { NewRecordPage } from "../records/form/new-record-page.tsx";

export const meta = () => pageTitle("Neuer Hoster");

export const loader = newRecordLoader("host");

export default function NewHostRoute() {
  return <NewRecordPage type="host" hint={hostHint} />;
}
