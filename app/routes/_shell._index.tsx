import { useLoaderData } from "@remix-run/react";
import { OpenPoints } from "../features/shell/open-points.tsx";
import { pageTitle } from "../features/shell/page-title.ts";
import { PresenceStack } from "../features/shell/presence-stack.tsx";
import { TeamOnline } from "../features/shell/team-online.tsx";
import { ThisMoment } from "../features/shell/this-moment.tsx";

export const meta = () => pageTitle("Dashboard");

export function loader() {
  return { now: new Date() };
}

export default function DashboardPage() {
  const { now } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
        <ThisMoment startsAt={now} />
        <div className="row-start-2 max-md:col-span-2">
          <OpenPoints />
        </div>
        <div className="col-start-2 row-start-1 -my-1.5 md:row-span-2 md:my-0">
          <PresenceStack />
        </div>
      </header>
      <div className="mt-7 max-w-[560px] md:mt-11">
        <TeamOnline />
      </div>
    </>
  );
}
