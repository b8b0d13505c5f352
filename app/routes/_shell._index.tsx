import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { blockKeys, type DashboardBlock } from "../../contract/dashboard/blocks.ts";
import { Blocks } from "../features/dashboard/blocks.tsx";
import { Checklist, isChecklistDismissed, useChecklist } from "../features/dashboard/checklist.tsx";
import { Headline } from "../features/dashboard/headline.tsx";
import { readDueChoice } from "../features/dashboard/needs/due-choice.ts";
import { PresenceStack } from "../features/shell/presence-stack.tsx";
import { ThisMoment } from "../features/shell/this-moment.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Dashboard");

export async function loader({ request, context: { api, session, now } }: LoaderFunctionArgs) {
  const { dashboard, page, device } = queryKeys;
  const userId = session?.user.id ?? "";
  const layout = api.dashboard.layout();
  // Without it nothing is known to be hidden.
  const hidden = (await layout.catch(() => undefined))?.hidden ?? [];
  const choice = readDueChoice(new URL(request.url).searchParams);
  const ofBlocks: Partial<Record<DashboardBlock, () => [readonly unknown[], Promise<unknown>]>> = {
    situation: () => [dashboard.counts.queryKey(), api.dashboard.counts()],
    renewals: () => [dashboard.renewals.queryKey(), api.dashboard.renewals()],
    responses: () => [queryKeys.check.slowest.queryKey({}), api.check.slowest({})],
    recent: () => [dashboard.recent.queryKey(), api.dashboard.recent()],
    changes: () => [
      queryKeys.changeEvent.latest.queryKey({ isUnplanned: false }),
      api.changeEvent.latest({ isUnplanned: false }),
    ],
    pages: () => [page.newest.queryKey(), api.page.newest()],
    devices: () => [device.heldBy.queryKey({ userId }), api.device.heldBy({ userId })],
  };
  const state = await prefill([
    [dashboard.layout.queryKey(), layout],
    [dashboard.due.queryKey(choice), api.dashboard.due(choice)],
    [dashboard.checklist.queryKey(), api.dashboard.checklist()],
    [queryKeys.task.count.queryKey({}), api.task.count({})],
    ...blockKeys.flatMap((key) => {
      const read = hidden.includes(key) ? undefined : ofBlocks[key];
      return read ? [read()] : [];
    }),
  ]);
  return { now, state, hidesChecklist: isChecklistDismissed(request) };
}

export default function DashboardPage() {
  const { now, state, hidesChecklist } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <Dashboard now={now} hidesChecklist={hidesChecklist} />
    </HydrationBoundary>
  );
}

function Dashboard({ now, hidesChecklist }: { now: Date; hidesChecklist: boolean }) {
  const [searchParams] = useSearchParams();
  const choice = readDueChoice(searchParams);
  const steps = useChecklist(hidesChecklist);
  return (
    <>
      <header className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
        <ThisMoment startsAt={now} />
        <div className="row-start-2 max-md:col-span-2">
          <Headline choice={choice} stepsLeft={steps.left} />
        </div>
        <div className="col-start-2 row-start-1 -my-1.5 md:row-span-2 md:my-0">
          <PresenceStack />
        </div>
      </header>
      <Checklist steps={steps} className="mt-7" />
      <Blocks choice={choice} />
    </>
  );
}
