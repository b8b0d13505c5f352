import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { GapsPage } from "../features/wiki/gaps/gaps-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { WikiProblem as ErrorBoundary } from "../features/wiki/frame/wiki-problem.tsx";

export const meta = () => pageTitle("Wissenslücken");

export async function loader({ context }: LoaderFunctionArgs) {
  return { state: await prefill([[queryKeys.page.gaps.queryKey(), context.api.page.gaps()]]) };
}

export default function GapsRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <GapsPage />
    </HydrationBoundary>
  );
}
