import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { FeedbackPage } from "../features/feedback/entry/feedback-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyForAnotherRecord as shouldRevalidate } from "../records/page/record-route.tsx";

export async function loader({ context: { api }, params: { id = "" } }: LoaderFunctionArgs) {
  const reading = api.feedback.get({ id });
  const [state, title] = await Promise.all([
    prefill([
      [queryKeys.feedback.get.queryKey({ id }), reading],
      [queryKeys.feedback.entry.queryKey({ id }), api.feedback.entry({ id })],
    ]),
    reading.then((record) => `${record.values.number}: ${record.title}`).catch(() => undefined),
  ]);
  return { state, title };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title ?? "Feedback");

export default function FeedbackEntryRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <FeedbackPage />
    </HydrationBoundary>
  );
}
