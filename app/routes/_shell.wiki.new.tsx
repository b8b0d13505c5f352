import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useEffect, useRef } from "react";
import { hasAbility } from "../../contract/roles.ts";
import { PageSkeleton } from "../features/wiki/reading/page-skeleton.tsx";
import { useNewPage } from "../features/wiki/use-new-page.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Neue Seite");

export function loader({ context: { session } }: LoaderFunctionArgs) {
  return session && hasAbility(session.user.role, "editRecords") ? null : redirect("/wiki");
}

/** Begins a page and goes on to it: for links and commands that know no more than an address. */
export default function NewPageRoute() {
  const { create } = useNewPage();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    create({ replaces: true });
  });
  return <PageSkeleton />;
}
