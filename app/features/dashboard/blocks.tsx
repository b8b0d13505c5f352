import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import { type DashboardBlock, type DashboardLayout, wholeArrangement } from "../../../contract/dashboard/blocks.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { formatNumber } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { formatMoney } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { linkClass } from "../../ui/link-class.ts";
import { LatestChanges } from "../change-events/latest-changes.tsx";
import { SlowestWebsites } from "../checks/slowest-websites.tsx";
import { HeldDevices } from "../devices/held-devices.tsx";
import type { DueChoice } from "./needs/due-choice.ts";
import { DueList } from "./needs/due-list.tsx";
import { NewPages } from "./new-pages.tsx";
import { RecentChanges } from "./recent-changes.tsx";
import { Renewals } from "./renewals.tsx";
import { Situation } from "./situation.tsx";
import { TeamOnline } from "./team-online.tsx";

/** How much of a row a block wants; what is left of the row goes to the widest in it. */
const widths: Record<DashboardBlock, string> = {
  due: "grow-[999] basis-[520px]",
  situation: "grow basis-[384px]",
  renewals: "grow basis-full",
  responses: "grow basis-full",
  recent: "grow basis-[440px]",
  changes: "grow basis-[440px]",
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
    changes: () => <LatestChanges />,
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

/** What the gaps between contracts and what is looked after come to, for those who may see prices. */
function GapEstimate() {
  const maySee = hasAbility(useRole(), "seePrices");
  const estimate = useQuery(useTRPC().contractGap.estimate.queryOptions(undefined, { enabled: maySee }));
  if (!estimate.data || estimate.data.count === 0) return null;
  return (
    <p className="mt-3 text-ui text-text-2">
      <Link
        to="/contract-gaps"
        className="underline decoration-line-strong underline-offset-[3px] hover:text-text-1 max-md:inline-block max-md:py-3"
      >
        Mögliche Mehreinnahmen und Einsparungen:{" "}
        <b className="num font-semibold text-text-1">{formatMoney(estimate.data.yearlyCents)} pro Jahr</b>
      </Link>
    </p>
  );
}

/** How many tasks the person has, below what is due; leads to all of them. */
function OwnTasks() {
  const { data } = useQuery(useTRPC().task.count.queryOptions({}));
  if (!data) return null;
  const { open, overdue } = data;
  return (
    <p className="mt-3 text-ui text-text-2">
      <Link to="/tasks" className={cx(linkClass, "max-md:-my-3 max-md:inline-block max-md:py-3")}>
        {open === 0 ? "Aufgaben" : open === 1 ? "1 Aufgabe" : `${formatNumber(open)} Aufgaben`}
      </Link>
      {open > 0 && " für dich"}
      {overdue > 0 && <span className="font-medium text-bad-text">, {formatNumber(overdue)} überfällig</span>}
    </p>
  );
}

/** Lets the person put the blocks of their dashboard into an order. */
function openArrange(layout: DashboardLayout): Promise<true | undefined> {
  return lazyDialog(
    () => import("./arrange-dialog.tsx"),
    ({ ArrangeDialog }, controls) => <ArrangeDialog layout={layout} {...controls} />,
  );
}
