import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { CalendarPage } from "../features/calendar/calendar-page.tsx";
import { daysInput, lanesInput, readCalendarState } from "../features/calendar/calendar-state.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Kalender");

export async function loader({ request, context: { api } }: LoaderFunctionArgs) {
  const state = readCalendarState(new URL(request.url).searchParams);
  const lanes = lanesInput(state);
  const days = daysInput(state);
  return {
    state: await prefill([
      state.view === "lanes"
        ? [queryKeys.deadline.lanes.queryKey(lanes), api.deadline.lanes(lanes)]
        : [queryKeys.deadline.calendar.queryKey(days), api.deadline.calendar(days)],
    ]),
  };
}

export default function CalendarRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <CalendarPage />
    </HydrationBoundary>
  );
}
