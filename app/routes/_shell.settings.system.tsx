import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { SystemPanel } from "../features/system/system-panel.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export const meta = () => pageTitle("System");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  return { state: await prefill([[queryKeys.system.get.queryKey({}), args.context.api.system.get({})]]) };
}

export default function SystemPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="System" />
      <div className="mt-7 max-w-[860px]">
        <SystemPanel />
      </div>
    </HydrationBoundary>
  );
}
