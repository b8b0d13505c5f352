import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { GeneralForm } from "../features/settings/general/general-form.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Allgemein");

export const loader = sectionLoader("general", ({ setting }) => [
  [queryKeys.setting.nextNumbers.queryKey({}), setting.nextNumbers({})],
]);

export default function GeneralSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Allgemein" />
      <div className="mt-7 max-w-[760px]">
        <SectionPanel section="general">{(view) => <GeneralForm view={view} />}</SectionPanel>
      </div>
    </HydrationBoundary>
  );
}
