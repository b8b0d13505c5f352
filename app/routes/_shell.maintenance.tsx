import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { MaintenancePage, readMaintenanceList } from "../features/maintenance/maintenance-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Wartung");

export async function loader({ request, context: { api } }: LoaderFunctionArgs) {
  const input = readMaintenanceList(new URL(request.url).searchParams);
  return { state: await prefill([[queryKeys.maintenance.list.queryKey(input), api.maintenance.list(input)]]) };
}

export default function MaintenanceRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <MaintenancePage />
    </HydrationBoundary>
  );
}
