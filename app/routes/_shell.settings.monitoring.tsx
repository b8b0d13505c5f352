import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { hasAbility } from "../../contract/roles.ts";
import { MonitoringForm } from "../features/settings/monitoring-form.tsx";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { Walls } from "../features/status-pages/walls.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";
import { useRole } from "../lib/people/use-role.ts";

export const meta = () => pageTitle("Überwachung");

const section = { section: "monitoring" } as const;

/** Who keeps status pages keeps walls, too; how the portal watches is for admins to decide. */
export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageStatusPages", args);
  const { api, session } = args.context;
  const reads: Parameters<typeof prefill>[0] = [[queryKeys.statusPage.list.queryKey({}), api.statusPage.list({})]];
  if (session && hasAbility(session.user.role, "manageSettings"))
    reads.push([queryKeys.setting.get.queryKey(section), api.setting.get(section)]);
  return { state: await prefill(reads) };
}

export default function MonitoringPage() {
  const { state } = useLoaderData<typeof loader>();
  const maySet = hasAbility(useRole(), "manageSettings");
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Überwachung" />
      <div className="mt-7 max-w-[760px]">
        {maySet && <SectionPanel section="monitoring">{(view) => <MonitoringForm view={view} />}</SectionPanel>}
        <div className={maySet ? "mt-11" : undefined}>
          <Walls />
        </div>
      </div>
    </HydrationBoundary>
  );
}
