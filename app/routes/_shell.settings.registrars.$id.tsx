import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { RegistrarDomains } from "../features/registrar-connections/registrar-domains.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export const meta = () => pageTitle("Domains beim Registrar");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const id = args.params.id ?? "";
  const { registrarConnection } = args.context.api;
  return {
    id,
    state: await prefill([
      [queryKeys.registrarConnection.domains.queryKey({ id }), registrarConnection.domains({ id })],
    ]),
  };
}

export default function RegistrarDomainsPage() {
  const { id, state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <RegistrarDomains id={id} />
    </HydrationBoundary>
  );
}
