import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { RulesForm } from "../features/technologies/rules-form.tsx";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Technologien");

export const loader = sectionLoader("technologies");

export default function TechnologySettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Technologien" />
      <div className="mt-7 max-w-[760px]">
        <SectionPanel section="technologies">{(view) => <RulesForm view={view} />}</SectionPanel>
      </div>
    </HydrationBoundary>
  );
}
