import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { DashboardForm } from "../features/settings/dashboard-form.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Dashboard");

export const loader = sectionLoader("dashboard");

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
