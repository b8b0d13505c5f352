import { Link } from "@remix-run/react";
import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { dateState, leadDaysOf, nearnessText } from "../../../contract/deadlines/deadlines.ts";
import type { ClosedState } from "../../../contract/deadlines/rule.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { ClaimButton } from "../claims/claim-button.tsx";
import { LaterMenu } from "../tasks/later-menu.tsx";
import { deadlineIcons, deadlineTones } from "./deadline-looks.ts";
import { DeadlineMenu } from "./deadline-menu.tsx";
import { DecideMenu, isToRenew, RenewButton } from "./decide-menu.tsx";
import { useDeadlineActs } from "./use-deadline-acts.ts";

interface DeadlineItemProps {
  deadline: DeadlineRow;
  /** The record that stands around it already, so that the row does not name it. */
  within?: { id: string };
}

/** One deadline in a list: what it is and when, who takes care of it, and everything that this person can do about it. */
export function DeadlineItem({ deadline, within }: DeadlineItemProps) {
  const { kind, label, target, href, dueOn, days, state } = deadline;
  const isOpen = state === "open";
  const nearness = dateState({ leadDays: deadline.isQuiet ? 0 : leadDaysOf(kind) }, dueOn, portalToday());
  const isElsewhere = target !== null && target.id !== within?.id;
  return (
    <li className="flex flex-wrap items-start gap-x-3.5 gap-y-1 border-b py-2.5 max-md:py-3">
      <Icon of={deadlineIcons[kind]} size={20} className="mt-0.5 text-text-3" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium [overflow-wrap:anywhere]">
          {isElsewhere ? (
            <Link to={href} className="hover:underline max-md:-my-2 max-md:inline-block max-md:py-2">
              {target.label}
            </Link>
          ) : (
            label
          )}
        </p>
        <Facts parts={isOpen ? openFacts(deadline, isElsewhere) : closedFacts(deadline, isElsewhere)} />
        {deadline.note && (
          <p className="mt-0.5 whitespace-pre-line text-ui text-text-2 [overflow-wrap:anywhere]">{deadline.note}</p>
        )}
      </div>
      <p className="flex-none text-right">
        {isOpen && (
          <span
            data-state={nearness}
            className={cx("num flex items-center justify-end gap-1 text-ui", deadlineTones[nearness])}
          >
            {nearness === "soon" && <Icon of={TriangleAlert} size={14} />}
            {nearnessText(days)}
          </span>
        )}
        <time dateTime={dueOn} className="num block text-meta text-text-3">
          {formatDay(dueOn)}
        </time>
      </p>
      <Acts deadline={deadline} />
    </li>
  );
}

/** What can be done, under the row: the act itself first, then who takes care, „Später“ and the rest. */
function Acts({ deadline }: { deadline: DeadlineRow }) {
  const { id, label, target, actions, claim, state, snoozedUntil } = deadline;
  const acts = useDeadlineActs();
  const title = target ? `${label}: ${target.label}` : label;
  const can = (action: DeadlineRow["actions"][number]) => actions.includes(action);
  const isClaimShown = claim !== null || can("claim");
  // A task is claimed where it is kept.
  const subject =
    target?.type === "task" ? { type: "task" as const, id: target.id } : { type: "deadline" as const, id };
  if (actions.length === 0 && !isClaimShown) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-1 pl-[34px] max-md:-mr-2.5 max-md:gap-x-0 max-md:pl-0">
      {can("decide") && <DecideMenu deadline={deadline} title={title} />}
      {isToRenew(deadline) && <RenewButton deadline={deadline} title={title} />}
      {!can("decide") && !isToRenew(deadline) && can("complete") && (
        <Button
          size="sm"
          icon={Check}
          aria-label={`„${title}“ erledigen`}
          loading={acts.complete.isPending}
          onClick={() => acts.complete.run(deadline)}
        >
          Erledigt
        </Button>
      )}
      {can("reopen") && (
        <Button
          size="sm"
          aria-label={`„${title}“ wieder öffnen`}
          loading={acts.reopen.isPending}
          onClick={() => acts.reopen.run(deadline)}
        >
          Wieder öffnen
        </Button>
      )}
      {state === "open" && isClaimShown && <ClaimButton subject={subject} title={title} claim={claim} />}
      {can("snooze") && (
        <LaterMenu
          title={title}
          label="Später, nur für dich"
          snoozedUntil={snoozedUntil}
          lastDay={lastDayOf(deadline)}
          onSnooze={(until) => acts.snooze.run(deadline, until)}
        />
      )}
      <DeadlineMenu deadline={deadline} title={title} acts={acts} />
    </div>
  );
}

/** The day beyond which nothing can be put off; undefined where it has passed. */
function lastDayOf({ cancelBy, dueOn }: DeadlineRow): string | undefined {
  const today = portalToday();
  return [cancelBy, dueOn].find((day) => day !== null && day >= today) ?? undefined;
}

function Facts({ parts }: { parts: readonly ReactNode[] }) {
  const shown = parts.filter(Boolean);
  if (shown.length === 0) return null;
  return (
    <p className="text-meta text-text-2 [overflow-wrap:anywhere]">
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a row have no other key and keep their order
        <span key={index}>
          {index > 0 && " · "}
          {part}
        </span>
      ))}
    </p>
  );
}

function openFacts(deadline: DeadlineRow, isElsewhere: boolean): ReactNode[] {
  const { label, number, holder, cancelBy, cancelByWorkday, certainty, responsible, snoozedUntil, leadDays } = deadline;
  return [
    isElsewhere && label,
    isElsewhere && number,
    holder && `bei ${holder}`,
    cancelBy && cancelBy !== deadline.dueOn && `kündbar bis ${formatDay(cancelBy)}`,
    cancelByWorkday && `letzter Arbeitstag ${formatDay(cancelByWorkday)}`,
    certainty === "estimated" && "geschätzt",
    amountOf(deadline),
    responsible && `zuständig: ${responsible.label}`,
    leadDays && leadsFact(leadDays),
    snoozedUntil && `für dich zurückgestellt bis ${formatDay(snoozedUntil)}`,
  ];
}

/** The day itself is told of whatever the leads are. */
function leadsFact(leadDays: readonly number[]): string {
  const ahead = leadDays.filter((days) => days > 0);
  if (ahead.length === 0) return "Erinnerung am Tag selbst";
  return `Erinnerung ${ahead.join(", ")} ${ahead.length === 1 && ahead[0] === 1 ? "Tag" : "Tage"} vorher`;
}

const endings: Record<ClosedState, string> = { done: "erledigt", cancelled: "gekündigt", renewed: "verlängert" };

function closedFacts(deadline: DeadlineRow, isElsewhere: boolean): ReactNode[] {
  const { label, number, state, closed } = deadline;
  if (state === "open" || !closed) return [];
  const by = closed.by ? ` von ${closed.by.label}` : "";
  return [
    isElsewhere && label,
    isElsewhere && number,
    `${endings[state]} am ${formatDay(portalDate(closed.at))}${by}`,
    amountOf(deadline),
    closed.reason && `„${closed.reason}“`,
  ];
}

/** Only rows of those who may see prices have an amount. */
function amountOf({ amountCents, direction }: DeadlineRow): string | undefined {
  if (typeof amountCents !== "number") return undefined;
  return `${direction === "revenue" ? "Erlös" : direction === "cost" ? "Kosten" : "Betrag"} ${formatMoney(amountCents)}`;
}
