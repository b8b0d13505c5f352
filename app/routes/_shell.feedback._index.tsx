import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { feedback } from "../../contract/feedback/feedback.ts";
import { boardInputOf } from "../features/feedback/board/board-input.ts";
import { BoardPage } from "../features/feedback/board/board-page.tsx";
import { asksForList, Layouts, layoutOf } from "../features/feedback/board/layouts.tsx";
import { feedbackListUi } from "../features/feedback/list-ui.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

/** What narrows a layout is read by the page itself; the loader is asked when another layout is wanted. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  const isNamed = nextUrl.searchParams.has("layout");
  const becomesList = !asksForList(currentUrl.searchParams) && asksForList(nextUrl.searchParams);
  return isNamed || becomesList || currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false;
};

export const meta = () => pageTitle(feedback.labels.many);

export async function loader(args: LoaderFunctionArgs) {
  const layout = layoutOf(args.request);
  if (layout === "list") return { layout, state: await loadList(args, feedback) };
  const { api } = args.context;
  const input = boardInputOf(args.request, layout === "roadmap");
  return { layout, state: await prefill([[queryKeys.feedback.board.queryKey(input), api.feedback.board(input)]]) };
}

export default function FeedbackPage() {
  const { layout, state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      {layout === "list" ? (
        <RecordList declaration={feedback} ui={feedbackListUi} actions={<Layouts current="list" />} />
      ) : (
        <BoardPage layout={layout} />
      )}
    </HydrationBoundary>
  );
}
