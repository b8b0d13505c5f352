import { Link } from "@remix-run/react";
import { CalendarClock, Check } from "lucide-react";
import type { CalendarDay } from "../../../contract/deadlines/calendar-days.ts";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { dateState, deadlineRule, leadDaysOf, nearnessText, ruleKinds } from "../../../contract/deadlines/deadlines.ts";
import { laneLabels, laneOf } from "../../../contract/deadlines/lanes.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { addDays } from "../../../contract/time/today.ts";
import { pickDay } from "../../lib/dialogs/pick-day.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { formatMoney } from "../../records/values/format-value.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { LaneDot } from "./lane-dot.tsx";
import { isMovable, nameOf, useMove } from "./use-move.ts";

interface DayRowsProps {
  day: CalendarDay;
  /** Called when a link leads away. */
  onLeave?: () => void;
}

/** The deadlines of a day, each leading to what it is about; what is one's own can be put on another day. */
export function DayRows({ day, onLeave }: DayRowsProps) {
  return (
    <ul className="border-t">
      {day.deadlines.map((deadline) => (
        <DayRow key={deadline.id} deadline={deadline} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function DayRow({ deadline, onLeave }: { deadline: DeadlineRow; onLeave?: (() => void) | undefined }) {
  const role = useRole();
  const { kind, href, dueOn, amountCents, direction } = deadline;
  const lane = laneOf(kind);
  const name = nameOf(deadline);
  const isOver = deadline.state !== "open";
  const { move } = useMove();
  const ask = async () => {
    const labels = { title: "Verschieben", label: "Neuer Tag", submitLabel: "Verschieben" };
    const day = await pickDay({ ...labels, description: name, day: dueOn });
    if (day) await move(deadline, day);
  };
  return (
    <li className="flex min-h-12 items-center gap-2 border-b">
      <Link
        to={href}
        onClick={onLeave}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 py-1.5 hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        {isOver ? <Icon of={Check} size={14} className="-mx-[3px] flex-none text-ok-text" /> : <LaneDot lane={lane} />}
        <span className="min-w-0 flex-1">
          <span
            className={cx("line-clamp-2 text-row [overflow-wrap:anywhere]", isOver ? "text-text-3" : "font-medium")}
          >
            {name}
          </span>
          <span className="block text-note text-text-3">
            {isOver && <span className="sr-only">Vorbei: </span>}
            {notesOf(deadline, laneLabels[lane]).join(" · ")}
          </span>
        </span>
        <span className="flex-none pl-2 text-right text-note">
          {typeof amountCents === "number" && (
            <span className="num block text-text-2">
              {direction === "revenue" ? "+ " : ""}
              {formatMoney(amountCents)}
            </span>
          )}
          {!isOver && <Standing deadline={deadline} />}
        </span>
      </Link>
      {isMovable(deadline, role) && (
        <IconButton
          size="sm"
          icon={CalendarClock}
          label={`„${name}“ verschieben`}
          title={`Steht am ${dueOn.split("-").reverse().join(".")}. Verschieben …`}
          onClick={() => void ask()}
        />
      )}
    </li>
  );
}

/** How the date stands, where that is worth a word. */
function Standing({ deadline: { kind, dueOn, days } }: { deadline: DeadlineRow }) {
  const state = dateState({ leadDays: leadDaysOf(kind) }, dueOn, addDays(dueOn, -days));
  if (state === "later" || days > 14) return null;
  // A warranty that is over is no work left undone.
  const isMissed = isOneOf(ruleKinds, kind) && !deadlineRule(kind).staysDue;
  return (
    <span
      className={cx(
        "block",
        state === "soon" ? "text-warn-text" : isMissed ? "text-text-3" : "font-semibold text-bad-text",
      )}
    >
      {daysLabel(days)}
    </span>
  );
}

function daysLabel(days: number): string {
  return days < 0 ? `seit ${-days} ${days === -1 ? "Tag" : "Tagen"}` : nearnessText(days);
}

function notesOf(deadline: DeadlineRow, lane: string): string[] {
  const { kind, label, target, number, holder, customer, responsible } = deadline;
  const what = kind === "custom" ? target?.label : label;
  return [
    what ?? lane,
    isUndecided(deadline) && "Entscheidung offen",
    number,
    holder && `bei ${holder}`,
    customer && customer.id !== target?.id && !holder?.includes(customer.label) && customer.label,
    responsible?.label,
  ].filter((part): part is string => Boolean(part));
}

/** Whether somebody has to decide about the term behind a date. */
function isUndecided({ kind, state, isQuiet, decision }: DeadlineRow): boolean {
  const isOfTerm = isOneOf(ruleKinds, kind) && deadlineRule(kind).ofTerm === true;
  return isOfTerm && state === "open" && !isQuiet && (decision ?? "open") === "open";
}
