import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { contracts } from "../../contract/contracts/contracts.ts";
import { contractListUi } from "../features/contracts/list-ui.ts";
import { CustomerListTabs } from "../features/customers/list-tabs.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle(contracts.labels.many);

export async function loader(args: LoaderFunctionArgs) {
  return { state: await loadList(args, contracts) };
}

export default function ContractsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <RecordList declaration={contracts} ui={contractListUi} tabs={<CustomerListTabs />} />
    </HydrationBoundary>
  );
}
