import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { HistoryPage } from "../features/wiki/history/history-page.tsx";
import { pageIdOf } from "../features/wiki/page-path.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { WikiProblem as ErrorBoundary } from "../features/wiki/frame/wiki-problem.tsx";
export { onlyForAnotherPage as shouldRevalidate } from "../features/wiki/only-for-another-page.ts";

export async function loader({ context: { api }, params }: LoaderFunctionArgs) {
  const id = pageIdOf(params.page);
  if (!id) throw new Response("Diese Seite gibt es nicht.", { status: 404 });
  const reading = api.page.read({ id });
  const [state, title] = await Promise.all([
    prefill([[queryKeys.page.read.queryKey({ id }), reading]]),
    reading.then(({ row }) => row.title).catch(() => undefined),
  ]);
  return { state, title };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageTitle(data?.title ? `Verlauf von ${data.title}` : "Wiki");

export default function WikiHistoryRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <HistoryPage />
    </HydrationBoundary>
  );
}
