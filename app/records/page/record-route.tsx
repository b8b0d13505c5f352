import type { ShouldRevalidateFunction } from "@remix-run/react";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { ListType } from "../../../contract/records/record-types.ts";
import { pageTitle } from "../../lib/page-title.ts";
import { OwnUiProvider, type PageUi } from "../record-ui.tsx";
import type { RecordLoader, RecordMeta } from "./record-loader.ts";
import { RecordPage } from "./record-page.tsx";
import type { RecordTab } from "./record-tab.ts";

/** Draws the page of a record with what its loader has read. */
export function RecordRoute({ type, ui, tabs }: { type: ListType; ui: PageUi; tabs: readonly RecordTab[] }) {
  const { state } = useLoaderData<RecordLoader>();
  return (
    <HydrationBoundary state={state}>
      <OwnUiProvider type={type} ui={ui}>
        <RecordPage type={type} tabs={tabs} />
      </OwnUiProvider>
    </HydrationBoundary>
  );
}

export const recordMeta =
  (type: ListType): RecordMeta =>
  ({ data }) =>
    pageTitle(data?.title ?? declarationOf(type).labels.one);

/** The tabs of a page and the filters in them leave the record alone; React Query keeps it current. */
export const onlyForAnotherRecord: ShouldRevalidateFunction = ({
  currentParams,
  nextParams,
  formMethod,
  defaultShouldRevalidate,
}) => (currentParams.id === nextParams.id && formMethod === undefined ? false : defaultShouldRevalidate);

/** What a tab shows by its URL, such as a period, it reads itself: its loader says only whether there is such a tab. */
export const onlyForAnotherTab: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => (currentUrl.pathname === nextUrl.pathname && formMethod === undefined ? false : defaultShouldRevalidate);
