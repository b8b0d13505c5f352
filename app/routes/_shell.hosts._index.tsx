import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { Building, ScanSearch } from "lucide-react";
import { hosts } from "../../contract/hosts/hosts.ts";
import { hostListUi } from "../features/hosts/list-ui.ts";
import { ProviderPage } from "../features/hosts/provider-page.tsx";
import { IncidentListTabs } from "../features/incidents/list-tabs.tsx";
import { readValueState, valueInput } from "../features/value-lists/value-state.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle(hosts.labels.many);

/** The providers stand behind the hosts, at `/hosts?view=anbieter`. */
const isOfProviders = (searchParams: URLSearchParams) => searchParams.get("view") === "anbieter";

export async function loader(args: LoaderFunctionArgs) {
  const searchParams = new URL(args.request.url).searchParams;
  if (!isOfProviders(searchParams)) return { state: await loadList(args, hosts) };
  const input = valueInput(readValueState(searchParams, "provider"));
  return { state: await prefill([[queryKeys.provider.list.queryKey(input), args.context.api.provider.list(input)]]) };
}

export default function HostsPage() {
  const { state } = useLoaderData<typeof loader>();
  const [searchParams] = useSearchParams();
  return (
    <HydrationBoundary state={state}>
      {isOfProviders(searchParams) ? (
        <ProviderPage />
      ) : (
        <RecordList
          declaration={hosts}
          ui={hostListUi}
          tabs={<IncidentListTabs />}
          links={[
            { to: "/hosts/proposals", label: "Aus Websites erkennen", icon: ScanSearch },
            { to: "/hosts?view=anbieter", label: "Anbieter", icon: Building },
          ]}
        />
      )}
    </HydrationBoundary>
  );
}
