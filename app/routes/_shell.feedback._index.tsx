import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { feedback } from "../../contract/feedback.ts";
import { Layouts } from "../features/feedback/layouts.tsx";
import { rememberedPath } from "../features/feedback/remembered-layout.ts";
import { loadList } from "../features/records/list/load-list.ts";
import { RecordList } from "../features/records/list/record-list.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/only-when-asked.ts";

export const meta = () => pageTitle(feedback.labels.many);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams, pathname } = new URL(args.request.url);
  const path = rememberedPath(args.request);
  if (searchParams.size === 0 && path !== pathname) throw redirect(path);
  return { state: await loadList(args, feedback) };
}

export default function FeedbackListPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <RecordList declaration={feedback} actions={<Layouts current="list" />} />
    </HydrationBoundary>
  );
}
