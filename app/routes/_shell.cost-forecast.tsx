import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ForecastPage } from "../features/cost-forecast/forecast-page.tsx";
import { readForecastState } from "../features/cost-forecast/forecast-state.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Kostenvorschau");

export async function loader({ request, context: { api } }: LoaderFunctionArgs) {
  const { by, scenario } = readForecastState(new URL(request.url).searchParams);
  const input = { by, scenario };
  return { state: await prefill([[queryKeys.costForecast.read.queryKey(input), api.costForecast.read(input)]]) };
}

export default function ForecastRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <ForecastPage />
    </HydrationBoundary>
  );
}
