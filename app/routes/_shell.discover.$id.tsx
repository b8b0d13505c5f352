import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { DiscoveryPage } from "../features/discoveries/discovery-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Websites aus Adressen anlegen");

export async function loader({ params, context }: LoaderFunctionArgs) {
  const input = { id: params.id ?? "" };
  return {
    id: input.id,
    state: await prefill([[queryKeys.discovery.get.queryKey(input), context.api.discovery.get(input)]]),
  };
}

export default function DiscoveryRoute() {
  const { id, state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <DiscoveryPage id={id} />
    </HydrationBoundary>
  );
}
