import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { exportUrl, logQuery, readLogFilters, useLogFilters } from "../features/audit-log/log-filters.ts";
import { LogList } from "../features/audit-log/log-list.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Icon } from "../ui/icon.tsx";

export const meta = () => pageTitle("Protokoll");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const input = logQuery(readLogFilters(new URL(args.request.url).searchParams));
  return { state: await prefill([[queryKeys.audit.list.queryKey(input), args.context.api.audit.list(input)]]) };
}

export default function LogPage() {
  const { state } = useLoaderData<typeof loader>();
  const { filters } = useLogFilters();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader
        title="Protokoll"
        actions={
          <a href={exportUrl(filters)} download className={buttonClass()}>
            <Icon of={Download} />
            Als CSV exportieren
          </a>
        }
      />
      <div className="max-w-[1080px]">
        <LogList />
      </div>
    </HydrationBoundary>
  );
}
