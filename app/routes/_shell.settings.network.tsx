import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { NetworkForm } from "../features/settings/network-form.tsx";
import { refuseWithout } from "../features/settings/refuse-without.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Netzwerk");

const section = { section: "network" } as const;

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  return { state: await prefill([[queryKeys.setting.get.queryKey(section), args.context.api.setting.get(section)]]) };
}

export default function NetworkSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Netzwerk" />
      <div className="mt-7 max-w-[760px]">
        <SectionPanel section="network">{(view) => <NetworkForm view={view} />}</SectionPanel>
      </div>
    </HydrationBoundary>
  );
}
