import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ProviderImpactPage } from "../features/hosts/provider-impact-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export async function loader({ context: { api }, params: { id = "" } }: LoaderFunctionArgs) {
  const state = await prefill([
    [queryKeys.provider.get.queryKey({ id }), api.provider.get({ id })],
    [queryKeys.impact.read.queryKey({ type: "provider", id, staying: [] }), api.impact.read({ type: "provider", id })],
  ]);
  return { state, id };
}

export const meta: MetaFunction<typeof loader> = () => pageTitle("Auswirkung eines Anbieters");

export default function ProviderImpactRoute() {
  const { state, id } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <ProviderImpactPage id={id} />
    </HydrationBoundary>
  );
}
