import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { NetworkForm } from "../features/settings/network-form.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Netzwerk");

export const loader = sectionLoader("network");

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
