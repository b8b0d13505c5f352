import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import { type DashboardBlock, wholeArrangement } from "../../../contract/dashboard/blocks.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { Button } from "../../ui/button.tsx";
import { SlowestWebsites } from "../checks/slowest-websites.tsx";
import { HeldDevices } from "../devices/held-devices.tsx";
import { TeamOnline } from "../shell/team-online.tsx";
import { GapEstimate } from "./gap-estimate.tsx";
import type { DueChoice } from "./needs/due-choice.ts";
import { DueList } from "./needs/due-list.tsx";
import { NewPages } from "./new-pages.tsx";
import { openArrange } from "./open-arrange.tsx";
import { OwnTasks } from "./own-tasks.tsx";
import { RecentChanges } from "./recent-changes.tsx";
import { Renewals } from "./renewals.tsx";
import { Situation } from "./situation.tsx";

/** How much of a row a block wants; what is left of the row goes to the widest in it. */
const widths: Record<DashboardBlock, string> = {
  due: "grow-[999] basis-[520px]",
  situation: "grow basis-[384px]",
  renewals: "grow basis-full",
  responses: "grow basis-full",
  recent: "grow basis-[440px]",
  team: "grow basis-[440px]",
  pages: "grow basis-[440px]",
  devices: "grow basis-[440px]",
};

/** The blocks in the order that the person, or the team, has given them; none moves when another has loaded. */
export function Blocks({ choice }: { choice: DueChoice }) {
  const { data: session } = useSession();
  const { data: layout = { ...wholeArrangement({ order: [], hidden: [] }), isOwn: false } } = useQuery(
    useTRPC().dashboard.layout.queryOptions(),
  );
  const shown: Record<DashboardBlock, () => ReactNode> = {
    due: () => (
      <>
        <DueList choice={choice} />
        <OwnTasks />
      </>
    ),
    situation: () => <Situation />,
    renewals: () => (
      <>
        <Renewals />
        <GapEstimate />
      </>
    ),
    responses: () => <SlowestWebsites />,
    recent: () => <RecentChanges />,
    team: () => <TeamOnline />,
    pages: () => <NewPages />,
    devices: () =>
      session && (
        <HeldDevices userId={session.user.id} title="Meine Geräte" nothing="Dir ist gerade nichts ausgegeben." />
      ),
  };
  return (
    <>
      <div className="mt-7 flex flex-wrap gap-x-12 gap-y-10">
        {layout.order
          .filter((key) => !layout.hidden.includes(key))
          .map((key) => (
            <div key={key} data-block={key} className={`min-w-0 max-w-full ${widths[key]}`}>
              {shown[key]()}
            </div>
          ))}
      </div>
      <p className="mt-9">
        <Button
          size="sm"
          variant="ghost"
          icon={LayoutDashboard}
          className="-ml-2.5"
          onClick={() => void openArrange(layout)}
        >
          Dashboard anordnen
        </Button>
      </p>
    </>
  );
}
