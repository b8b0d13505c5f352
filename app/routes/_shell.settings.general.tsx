import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { GeneralForm } from "../features/settings/general/general-form.tsx";
import { refuseWithout } from "../features/settings/refuse-without.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Allgemein");

const section = { section: "general" } as const;

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const { setting } = args.context.api;
  return {
    state: await prefill([
      [queryKeys.setting.get.queryKey(section), setting.get(section)],
      [queryKeys.setting.nextNumbers.queryKey({}), setting.nextNumbers({})],
    ]),
  };
}

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
