import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { Checklist } from "../features/dashboard/checklist.tsx";
import { Counts } from "../features/dashboard/counts.tsx";
import { DueList } from "../features/dashboard/due-list.tsx";
import { RecentChanges } from "../features/dashboard/recent-changes.tsx";
import { OpenPoints } from "../features/shell/open-points.tsx";
import { pageTitle } from "../features/shell/page-title.ts";
import { PresenceStack } from "../features/shell/presence-stack.tsx";
import { TeamOnline } from "../features/shell/team-online.tsx";
import { ThisMoment } from "../features/shell/this-moment.tsx";
import { prefill, queryKeys } from "../lib/prefill.ts";

export const meta = () => pageTitle("Dashboard");

export async function loader({ context }: LoaderFunctionArgs) {
  const { dashboard } = queryKeys;
  const state = await prefill([
    [dashboard.counts.queryKey(), context.api.dashboard.counts()],
    [dashboard.due.queryKey({ mine: false }), context.api.dashboard.due({ mine: false })],
    [dashboard.recent.queryKey(), context.api.dashboard.recent()],
    [dashboard.checklist.queryKey(), context.api.dashboard.checklist()],
  ]);
  return { now: new Date(), state };
}

export default function DashboardPage() {
  const { now, state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <header className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
        <ThisMoment startsAt={now} />
        <div className="row-start-2 max-md:col-span-2">
          <OpenPoints />
        </div>
        <div className="col-start-2 row-start-1 -my-1.5 md:row-span-2 md:my-0">
          <PresenceStack />
        </div>
      </header>
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-x-12 md:mt-11 xl:grid-cols-[minmax(0,1fr)_384px]">
        <div>
          <Checklist />
          <DueList />
        </div>
        <div className="max-xl:mt-7">
          <Counts />
          <RecentChanges />
          <TeamOnline />
        </div>
      </div>
    </HydrationBoundary>
  );
}
