import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { domains } from "../../contract/domains/domains.ts";
import { domainListUi } from "../features/domains/list-ui.ts";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle(domains.labels.many);

export async function loader(args: LoaderFunctionArgs) {
  return { state: await loadList(args, domains) };
}

export default function DomainsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <RecordList
        declaration={domains}
        ui={domainListUi}
        links={[{ to: "/calendar?lanes=domains", label: "Kalender", icon: CalendarDays }]}
      />
    </HydrationBoundary>
  );
}
