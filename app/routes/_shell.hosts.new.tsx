import { newRecordLoader } from "../features/records/form/form-loaders.ts";
import { NewRecordPage } from "../features/records/form/new-record-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Neuer Hoster");

export const loader = newRecordLoader("host");

export default function NewHostRoute() {
  return <NewRecordPage type="host" />;
}
