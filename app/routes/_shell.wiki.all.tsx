import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { pages } from "../../contract/wiki/pages.ts";
import { pageListUi } from "../features/wiki/list-ui.ts";
import { WikiExportButton } from "../features/wiki/transfer/export-button.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

export { WikiProblem as ErrorBoundary } from "../features/wiki/frame/wiki-problem.tsx";
export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Alle Seiten");

export async function loader(args: LoaderFunctionArgs) {
  return { state: await loadList(args, pages) };
}

export default function AllPagesRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <div className="px-gutter pb-16 pt-7">
        <RecordList declaration={pages} ui={pageListUi} actions={<WikiExportButton />} />
      </div>
    </HydrationBoundary>
  );
}
