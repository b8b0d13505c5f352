import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { DiscoverStart } from "../features/discoveries/discover-start.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Websites aus Adressen anlegen");

export async function loader({ context }: LoaderFunctionArgs) {
  refuseWithout("editRecords", { context });
  return { state: await prefill([[queryKeys.discovery.list.queryKey({}), context.api.discovery.list({})]]) };
}

export default function DiscoverRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <DiscoverStart />
    </HydrationBoundary>
  );
}
