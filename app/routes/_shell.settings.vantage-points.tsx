import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { VantagePointList } from "../features/vantage-points/vantage-point-list.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export const meta = () => pageTitle("Messpunkte");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const { vantagePoint } = args.context.api;
  return { state: await prefill([[queryKeys.vantagePoint.list.queryKey({}), vantagePoint.list({})]]) };
}

export default function VantagePointsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Messpunkte" />
      <div className="mt-7 max-w-[860px]">
        <VantagePointList />
      </div>
    </HydrationBoundary>
  );
}
