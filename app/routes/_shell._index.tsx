import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { Checklist, isChecklistDismissed } from "../features/dashboard/checklist.tsx";
import { readDueChoice } from "../features/dashboard/due-choice.ts";
import { DueList } from "../features/dashboard/due-list.tsx";
import { GapEstimate } from "../features/dashboard/gap-estimate.tsx";
import { Headline } from "../features/dashboard/headline.tsx";
import { OwnTasks } from "../features/dashboard/own-tasks.tsx";
import { RecentChanges } from "../features/dashboard/recent-changes.tsx";
import { Renewals } from "../features/dashboard/renewals.tsx";
import { Situation } from "../features/dashboard/situation.tsx";
import { PresenceStack } from "../features/shell/presence-stack.tsx";
import { TeamOnline } from "../features/shell/team-online.tsx";
import { ThisMoment } from "../features/shell/this-moment.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Dashboard");

export async function loader({ request, context: { api } }: LoaderFunctionArgs) {
  const { dashboard } = queryKeys;
  const choice = readDueChoice(new URL(request.url).searchParams);
  const state = await prefill([
    [dashboard.due.queryKey(choice), api.dashboard.due(choice)],
    [dashboard.counts.queryKey(), api.dashboard.counts()],
    [dashboard.renewals.queryKey(), api.dashboard.renewals()],
    [dashboard.recent.queryKey(), api.dashboard.recent()],
    [dashboard.checklist.queryKey(), api.dashboard.checklist()],
    [queryKeys.task.count.queryKey({}), api.task.count({})],
  ]);
  return { now: new Date(), state, hidesChecklist: isChecklistDismissed(request) };
}

export default function DashboardPage() {
  const { now, state, hidesChecklist } = useLoaderData<typeof loader>();
  const [address] = useSearchParams();
  const choice = readDueChoice(address);
  return (
    <HydrationBoundary state={state}>
      <header className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
        <ThisMoment startsAt={now} />
        <div className="row-start-2 max-md:col-span-2">
          <Headline choice={choice} />
        </div>
        <div className="col-start-2 row-start-1 -my-1.5 md:row-span-2 md:my-0">
          <PresenceStack />
        </div>
      </header>
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_384px]">
        <div>
          <Checklist startsDismissed={hidesChecklist} />
          <DueList choice={choice} />
          <OwnTasks />
        </div>
        <Situation />
      </div>
      <Renewals className="!mt-10" />
      <GapEstimate />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-2">
        <RecentChanges />
        <TeamOnline className="!mt-0" />
      </div>
    </HydrationBoundary>
  );
}
