import {
  DatabaseBackup,
  FileText,
  type LucideIcon,
  MessageSquare,
  RefreshCwOff,
  Siren,
  TriangleAlert,
  UserX,
} from "lucide-react";
import { soonDays } from "../../../../contract/dashboard/dashboard.ts";
import { type Need, needKey } from "../../../../contract/dashboard/needs.ts";
import { type NeedKind, rankText } from "../../../../contract/dashboard/rank.ts";
import { dateState, leadDaysOf, nearnessText } from "../../../../contract/deadlines/deadlines.ts";
import { Link } from "../../../lib/pages/link.tsx";
import { formatDay } from "../../../records/values/format-value.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { ClaimButton } from "../../claims/claim-button.tsx";
import { deadlineIcons, deadlineTones } from "../../deadlines/deadline-looks.ts";
import { NeedActions } from "./need-actions.tsx";
import type { NeedActs } from "./use-need-acts.ts";
import { linkMark, rowMark } from "./use-need-keys.ts";

const icons: Record<NeedKind, LucideIcon> = {
  ...deadlineIcons,
  incident: Siren,
  feedback: MessageSquare,
  ownerless: UserX,
  avv: FileText,
  backup: DatabaseBackup,
  hostBackup: DatabaseBackup,
  job: RefreshCwOff,
};

interface NeedRowProps {
  need: Need;
  today: string;
  acts: NeedActs;
  /** It has been done and is on its way out. */
  isLeaving: boolean;
}

export function NeedRow({ need, today, acts, isLeaving }: NeedRowProps) {
  const { kind, title, note, href, claim, claimable } = need;
  return (
    <li
      {...(isLeaving ? { "aria-hidden": true, inert: "" } : { [rowMark]: needKey(need) })}
      className={cx(
        "group/due border-b transition-colors hover:bg-hover",
        isLeaving && "animate-leave overflow-hidden motion-reduce:hidden",
      )}
    >
      <div className="flex items-center">
        <Link
          to={href}
          {...{ [linkMark]: "" }}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-3.5 px-2 py-1.5 focus-visible:outline-offset-[-2px]"
        >
          <Icon of={icons[kind]} size={20} className="text-text-3" />
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 break-words text-row font-medium md:line-clamp-1">{title}</span>
            <span className="line-clamp-2 text-meta text-text-3 md:line-clamp-1">{note}</span>
          </span>
          <Tooltip label={rankText(need)} side="bottom" align="end">
            <span className="flex-none text-right">
              <When need={need} today={today} />
            </span>
          </Tooltip>
        </Link>
        <NeedActions need={need} today={today} acts={acts} />
      </div>
      {claim && claimable && (
        <ClaimButton subject={claimable} title={title} claim={claim} className="pb-2 pl-[42px] pr-2" />
      )}
    </li>
  );
}

function When({ need: { kind, dueOn, days }, today }: Pick<NeedRowProps, "need" | "today">) {
  if (kind === "incident") return <span className="text-ui font-semibold text-bad-text">jetzt</span>;
  if (dueOn === null || days === null) return <span className="text-meta text-text-3">ohne Datum</span>;
  const lead = isDated(kind) ? leadDaysOf(kind) : 0;
  const state = dateState({ leadDays: lead }, dueOn, today);
  return (
    <>
      <span
        data-state={state}
        className={cx(
          "num flex items-center justify-end gap-1 text-ui",
          deadlineTones[state],
          days <= soonDays && "font-semibold",
        )}
      >
        {state === "soon" && <Icon of={TriangleAlert} size={14} />}
        {nearnessText(days)}
      </span>
      <time dateTime={dueOn} className="num block text-meta text-text-3">
        {formatDay(dueOn)}
      </time>
    </>
  );
}

const undatedKinds = ["incident", "feedback", "ownerless", "avv", "backup", "hostBackup", "job"] as const;
type Undated = (typeof undatedKinds)[number];
const isDated = (kind: NeedKind): kind is Exclude<NeedKind, Undated> => !undatedKinds.some((one) => one === kind);
