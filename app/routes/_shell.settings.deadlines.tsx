import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { DeadlineForm } from "../features/settings/deadline-form.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Fristen");

export const loader = sectionLoader("deadlines");

export default function DeadlinesPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Fristen" />
      <div className="mt-7 max-w-[760px]">
        <SectionPanel section="deadlines">{(view) => <DeadlineForm view={view} />}</SectionPanel>
      </div>
    </HydrationBoundary>
  );
}
