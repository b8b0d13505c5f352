import { Link } from "@remix-run/react";
import { PageHeader } from "../../ui/page-header.tsx";
import { ValueList } from "../value-lists/value-list.tsx";

/** Whom the team pays for servers, hosting and DNS. */
export function ProviderPage() {
  return (
    <>
      <p className="mb-1.5 text-ui text-text-2">
        <Link to="/hosts" className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3">
          Hoster
        </Link>
      </p>
      <PageHeader title="Anbieter" />
      <ValueList type="provider" />
    </>
  );
}
