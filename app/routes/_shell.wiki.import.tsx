import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { hasAbility } from "../../contract/roles.ts";
import { ImportPage } from "../features/wiki/transfer/import-page.tsx";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Seiten importieren");

export function loader({ context: { session } }: LoaderFunctionArgs) {
  return session && hasAbility(session.user.role, "importRecords") ? null : redirect("/wiki");
}

export default ImportPage;
