import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { EndingList } from "../features/registrations/ending-list.tsx";
import { HolderCheckForm } from "../features/settings/holder-check-form.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Domains");

export const loader = sectionLoader("domains", ({ registration }) => [
  [queryKeys.registration.endings.queryKey({}), registration.endings({})],
]);

export default function DomainSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Domains" />
      <div className="mt-7 grid max-w-[960px] gap-9">
        <SectionPanel section="domains">
          {(view) => (
            <>
              <EndingList view={view} />
              <HolderCheckForm view={view} />
            </>
          )}
        </SectionPanel>
      </div>
    </HydrationBoundary>
  );
}
