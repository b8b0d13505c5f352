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
      <header className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <ThisMoment startsAt={now} />
          <OpenPoints />
        </div>
        <PresenceStack />
      </header>
      <div className="mt-7 max-w-[560px] md:mt-11">
        <TeamOnline />
      </div>
    </>
  );
}
