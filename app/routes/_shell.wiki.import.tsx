import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { hasAbility } from "../../contract/roles.ts";
import { pageTitle } from "../features/shell/page-title.ts";
import { ImportPage } from "../features/wiki/transfer/import-page.tsx";

export const meta = () => pageTitle("Seiten importieren");

export function loader({ context: { session } }: LoaderFunctionArgs) {
  return session && hasAbility(session.user.role, "importRecords") ? null : redirect("/wiki");
}

export default ImportPage;
