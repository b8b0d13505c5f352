import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { customers } from "../../contract/customers/customers.ts";
import { CustomerListTabs } from "../features/customers/list-tabs.tsx";
import { customerListUi } from "../features/customers/list-ui.ts";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle(customers.labels.many);

export async function loader(args: LoaderFunctionArgs) {
  return { state: await loadList(args, customers) };
}

export default function CustomersPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <RecordList declaration={customers} ui={customerListUi} tabs={<CustomerListTabs />} />
    </HydrationBoundary>
  );
}
