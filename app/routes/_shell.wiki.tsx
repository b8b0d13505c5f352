import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { WikiFrame } from "../features/wiki/frame/wiki-frame.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

/** The top of the tree stands beside every page of the wiki. */
export async function loader({ context: { api } }: LoaderFunctionArgs) {
  const top = { parentId: null };
  return {
    state: await prefill([
      [queryKeys.page.tree.queryKey(top), api.page.tree(top)],
      [queryKeys.page.start.queryKey(), api.page.start()],
    ]),
  };
}

export default function WikiRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <WikiFrame>
        <Outlet />
      </WikiFrame>
    </HydrationBoundary>
  );
}
