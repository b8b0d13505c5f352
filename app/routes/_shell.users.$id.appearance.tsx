import type { LoaderFunctionArgs } from "@remix-run/node";
import { Appearance } from "../features/users/account/appearance.tsx";
import { refuseOthers } from "../features/users/own-account.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Darstellung");

export function loader(args: LoaderFunctionArgs) {
  refuseOthers(args);
  return null;
}

export default function UserAppearancePage() {
  return <Appearance />;
}
