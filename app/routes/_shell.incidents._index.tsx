import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { incidents } from "../../contract/incidents/incidents.ts";
import { IncidentListTabs } from "../features/incidents/list-tabs.tsx";
import { incidentListUi } from "../features/incidents/list-ui.ts";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle(incidents.labels.many);

export async function loader(args: LoaderFunctionArgs) {
  return { state: await loadList(args, incidents) };
}

export default function IncidentsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <RecordList declaration={incidents} ui={incidentListUi} tabs={<IncidentListTabs />} />
    </HydrationBoundary>
  );
}
