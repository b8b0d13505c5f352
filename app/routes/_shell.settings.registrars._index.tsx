import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ConnectionList } from "../features/registrar-connections/connection-list.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";
import { linkClass } from "../ui/link-class.ts";

export const meta = () => pageTitle("Registrare");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const { registrarConnection } = args.context.api;
  return { state: await prefill([[queryKeys.registrarConnection.list.queryKey({}), registrarConnection.list({})]]) };
}

export default function RegistrarSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Registrare" />
      <div className="mt-7 max-w-[860px]">
        <ConnectionList />
        <p className="mt-3 max-w-[640px] text-ui text-text-2">
          Ein Datum vom Registrar gilt als sicher und ersetzt, was nur errechnet war. Was jemand von Hand eingetragen
          hat, bleibt. Registrare und Konten selbst stehen unter{" "}
          <Link to="/settings/lists?list=registrars" className={linkClass}>
            Listen
          </Link>
          .
        </p>
      </div>
    </HydrationBoundary>
  );
}
