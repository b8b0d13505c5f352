import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { DashboardForm } from "../features/settings/dashboard-form.tsx";
import { refuseWithout } from "../features/settings/refuse-without.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Dashboard");

const section = { section: "dashboard" } as const;

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  return { state: await prefill([[queryKeys.setting.get.queryKey(section), args.context.api.setting.get(section)]]) };
}

export default function DashboardSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Dashboard" />
      <div className="mt-7 max-w-[760px]">
        <SectionPanel section="dashboard">{(view) => <DashboardForm view={view} />}</SectionPanel>
      </div>
    </HydrationBoundary>
  );
}
