import { Link } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { type Deadline, soonDays } from "../../../contract/dashboard/dashboard.ts";
import { dateState, leadDaysOf, overText } from "../../../contract/deadlines/deadlines.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { deadlineIcons, deadlineTones, nearnessOf } from "../deadlines/deadline-looks.ts";
import { DueActions } from "./due-actions.tsx";

export function DueRow({ deadline, today }: { deadline: Deadline; today: string }) {
  const { kind, record, href, dueOn, days } = deadline;
  const state = dateState({ leadDays: leadDaysOf(kind) }, dueOn, today);
  const isUrgent = days <= soonDays;
  return (
    <li className="group/due flex items-center border-b transition-colors hover:bg-hover">
      <Link
        to={href}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3.5 px-2 py-1.5 focus-visible:outline-offset-[-2px]"
      >
        <Icon of={deadlineIcons[kind]} size={20} className="text-text-3" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 break-words text-row font-medium md:line-clamp-1">{record.label}</span>
          <span className="line-clamp-2 text-meta text-text-3 md:line-clamp-1">{noteOf(deadline)}</span>
        </span>
        <span className="flex-none text-right">
          <span
            data-state={state}
            className={cx(
              "num flex items-center justify-end gap-1 text-ui",
              deadlineTones[state],
              isUrgent && "font-semibold",
            )}
          >
            {state === "soon" && <Icon of={TriangleAlert} size={14} />}
            {nearnessOf(days)}
          </span>
          <time dateTime={dueOn} className="num block text-meta text-text-3">
            {formatDay(dueOn)}
          </time>
        </span>
      </Link>
      <DueActions deadline={deadline} />
    </li>
  );
}

/** What is due, and what tells the record apart: its number, who has it, whose it is. */
function noteOf({ kind, label, record, number, holder, customer, days }: Deadline): string {
  const over = overText(kind);
  const others = [holder && `bei ${holder}`, customer && customer.id !== record.id && customer.label];
  const distinct = others.filter((part) => part && part !== `bei ${customer?.label}`);
  return [days < 0 && over.includes(" ") ? over : label, number, ...distinct].filter(Boolean).join(" · ");
}
