import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ProposalsPage } from "../features/addresses/proposals-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export async function loader({ context: { api } }: LoaderFunctionArgs) {
  return { state: await prefill([[queryKeys.address.proposals.queryKey({}), api.address.proposals({})]]) };
}

export const meta = () => pageTitle("Hoster aus Websites erkennen");

export default function HostProposalsRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <ProposalsPage />
    </HydrationBoundary>
  );
}
