import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { feedback } from "../../contract/feedback.ts";
import { boardInputOf } from "../features/feedback/board-input.ts";
import { BoardPage } from "../features/feedback/board-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";
import { prefill, queryKeys } from "../lib/prefill.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/only-when-asked.ts";

export const meta = () => pageTitle(feedback.labels.many);

export async function loader({ request, context: { api } }: LoaderFunctionArgs) {
  const input = boardInputOf(request, true);
  return { state: await prefill([[queryKeys.feedback.board.queryKey(input), api.feedback.board(input)]]) };
}

export default function FeedbackRoadmapPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <BoardPage layout="roadmap" />
    </HydrationBoundary>
  );
}
