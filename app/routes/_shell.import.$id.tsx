import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ImportPage } from "../features/imports/import-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Import");

export async function loader({ params, context }: LoaderFunctionArgs) {
  const input = { id: params.id ?? "" };
  return {
    id: input.id,
    state: await prefill([[queryKeys.import.get.queryKey(input), context.api.import.get(input)]]),
  };
}

export default function ImportRoute() {
  const { id, state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <ImportPage id={id} />
    </HydrationBoundary>
  );
}
