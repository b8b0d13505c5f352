import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { FeedList } from "../features/calendar-feeds/feed-list.tsx";
import { refuseOthers } from "../features/users/own-account.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Kalender-Feeds");

export async function loader(args: LoaderFunctionArgs) {
  refuseOthers(args);
  return { state: await prefill([[queryKeys.calendarFeed.list.queryKey({}), args.context.api.calendarFeed.list({})]]) };
}

export default function UserCalendarPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <FeedList />
    </HydrationBoundary>
  );
}
