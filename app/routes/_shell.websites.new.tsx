import { DiscoverHint } from "../features/discoveries/discover-link.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { newRecordLoader } from "../records/form/form-loaders.ts";
import { NewRecordPage } from "../records/form/new-record-page.tsx";

export const meta = () => pageTitle("Neue Website");

export const loader = newRecordLoader("website");

export default function NewWebsiteRoute() {
  return (
    <>
      <DiscoverHint />
      <NewRecordPage type="website" />
    </>
  );
}
