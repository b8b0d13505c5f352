import { newRecordLoader } from "../features/records/form/form-loaders.ts";
import { NewRecordPage } from "../features/records/form/new-record-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Neue Website");

export const loader = newRecordLoader("website");

export default function NewWebsiteRoute() {
  return <NewRecordPage type="website" />;
}
