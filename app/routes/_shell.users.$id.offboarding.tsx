import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { OffboardingSteps } from "../features/offboarding/offboarding.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Austritt begleiten");

export async function loader({ context: { api }, params: { id = "" } }: LoaderFunctionArgs) {
  return { state: await prefill([[queryKeys.offboarding.get.queryKey({ id }), api.offboarding.get({ id })]]) };
}

export default function OffboardingRoute() {
  const { state } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  return (
    <HydrationBoundary state={state}>
      <OffboardingSteps key={id} userId={id} />
    </HydrationBoundary>
  );
}
