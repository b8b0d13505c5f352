import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { Activity, activityQuery } from "../features/users/activity.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Aktivität");

export async function loader({ context: { api }, params: { id = "" }, request }: LoaderFunctionArgs) {
  const input = activityQuery(id, new URL(request.url).searchParams);
  return { state: await prefill([[queryKeys.user.activity.queryKey(input), api.user.activity(input)]]) };
}

export default function UserActivityPage() {
  const { state } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  return (
    <HydrationBoundary state={state}>
      <Activity userId={id} />
    </HydrationBoundary>
  );
}
