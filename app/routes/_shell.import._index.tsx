import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ImportStart } from "../features/imports/import-start.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Import");

export async function loader({ context }: LoaderFunctionArgs) {
  refuseWithout("importRecords", { context });
  const input = { page: 1, limit: 10 };
  return { state: await prefill([[queryKeys.import.list.queryKey(input), context.api.import.list(input)]]) };
}

export default function ImportStartPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <ImportStart />
    </HydrationBoundary>
  );
}
