import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { devices } from "../../contract/devices/devices.ts";
import { deviceListUi } from "../features/devices/list-ui.ts";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle(devices.labels.many);

export async function loader(args: LoaderFunctionArgs) {
  return { state: await loadList(args, devices) };
}

export default function DevicesPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <RecordList declaration={devices} ui={deviceListUi} />
    </HydrationBoundary>
  );
}
