import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { readGapState } from "../features/contract-gaps/gap-state.ts";
import { GapsPage } from "../features/contract-gaps/gaps-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Vertragslücken");

export async function loader({ request, context: { api } }: LoaderFunctionArgs) {
  const input = readGapState(new URL(request.url).searchParams);
  return { state: await prefill([[queryKeys.contractGap.list.queryKey(input), api.contractGap.list(input)]]) };
}

export default function GapsRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <GapsPage />
    </HydrationBoundary>
  );
}
