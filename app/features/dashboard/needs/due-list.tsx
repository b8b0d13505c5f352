import { Link, useNavigate } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type DueList as Due,
  type DueSpan,
  dueDays,
  dueSpans,
  type Whose,
  whose as whoseKeys,
} from "../../../../contract/dashboard/dashboard.ts";
import { type Need, needKey } from "../../../../contract/dashboard/needs.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Select } from "../../../ui/form/select.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { Block, WaitingRows } from "../block.tsx";
import { type DueChoice, dueSearch, many } from "./due-choice.ts";
import { NeedRow } from "./need-row.tsx";
import { useNeedActs } from "./use-need-acts.ts";
import { useNeedKeys } from "./use-need-keys.ts";

/** As high as the head of „Lage“ beside it, so that both stand on one line; on a phone the choices have a line of their own. */
export const headClass = "md:[&>div:first-child]:h-10 max-md:[&>div:first-child>div]:w-full";

const labels: Record<Whose, string> = { mine: "Meine", team: "Team", all: "Alle" };

/** Everything that asks for an act, the most pressing first. */
export function DueList({ choice }: { choice: DueChoice }) {
  const trpc = useTRPC();
  const due = useQuery(trpc.dashboard.due.queryOptions(choice, { placeholderData: keepPreviousData }));
  return (
    <Block
      title="Handlungsbedarf"
      className={headClass}
      aside={
        due.data && (
          <>
            <WhoseTabs due={due.data} choice={choice} />
            <SpanChoice choice={choice} />
          </>
        )
      }
      query={due}
      waiting={<WaitingRows rows={8} />}
    >
      {(answer) => (
        <>
          {answer.needs.length === 0 && <NothingDue due={answer} days={choice.days ?? dueDays} />}
          <Needs due={answer} scope={dueSearch(choice)} />
          <Rest due={answer} choice={choice} />
        </>
      )}
    </Block>
  );
}

/** The rows, which are walked through and worked off by keys. */
function Needs({ due: { needs, today }, scope }: { due: Due; scope: string }) {
  const acts = useNeedActs();
  const list = useNeedKeys(needs, acts);
  return (
    <ul ref={list}>
      {useLeaving(needs, scope).map(({ need, isLeaving }) => (
        <NeedRow key={acts.keyOf(need)} need={need} today={today} acts={acts} isLeaving={isLeaving} />
      ))}
    </ul>
  );
}

function WhoseTabs({ due, choice }: { due: Due; choice: DueChoice }) {
  const shown = choice.whose ?? due.whose;
  const items = whoseKeys.map((whose) => ({
    label: labels[whose],
    count: due.summary[whose].total,
    current: shown === whose,
    whose,
  }));
  return (
    <Tabs
      label="Wessen Handlungsbedarf"
      size="sm"
      items={items}
      renderLink={({ whose, label }, link) => (
        <Link key={label} {...link} to={dueSearch({ ...choice, whose })} preventScrollReset replace />
      )}
    />
  );
}

/** How far ahead the list looks. */
function SpanChoice({ choice }: { choice: DueChoice }) {
  const navigate = useNavigate();
  const go = (days: DueSpan) => navigate(dueSearch({ ...choice, days }), { replace: true, preventScrollReset: true });
  return (
    <Select
      aria-label="Wie weit voraus"
      className="ml-auto flex-none md:ml-3 md:[&_select]:h-7 md:[&_select]:pb-0 md:[&_select]:text-ui"
      value={choice.days ?? dueDays}
      onChange={({ target }) => go(dueSpans.find((span) => span === Number(target.value)) ?? dueDays)}
    >
      {dueSpans.map((span) => (
        <option key={span} value={span}>
          {span} Tage
        </option>
      ))}
    </Select>
  );
}

function NothingDue({ due: { whose }, days }: { due: Due; days: number }) {
  const isMine = whose === "mine";
  return (
    <p className="py-4 text-ui text-text-2">
      {isMine ? "Keine offenen Punkte für dich." : `In den nächsten ${days} Tagen ist nichts fällig.`}
    </p>
  );
}

/** Leads to the rest, and says so where even all of it is not shown. */
function Rest({ due, choice }: { due: Due; choice: DueChoice }) {
  const { total } = due.summary[due.whose];
  const { whose = due.whose, limit, days } = choice;
  if (limit !== many)
    return total > limit ? (
      <More
        to={dueSearch({ whose, limit: many, ...(days && { days }) })}
      >{`Alle ${formatNumber(total)} anzeigen`}</More>
    ) : null;
  return (
    <>
      {total > many && (
        <p className="py-3 text-ui text-text-2">
          Das sind die ersten {many} von {formatNumber(total)}. Filter in den Listen zeigen die übrigen.
        </p>
      )}
      <More to={dueSearch({ whose, limit: 0, ...(days && { days }) })}>Weniger anzeigen</More>
    </>
  );
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} preventScrollReset replace className={`${buttonClass({ size: "sm" })} mt-3`}>
      {children}
    </Link>
  );
}

interface Shown {
  need: Need;
  isLeaving: boolean;
}

const leavingMs = 180;

interface Listed {
  needs: readonly Need[];
  scope: string;
  gone: readonly { need: Need; at: number }[];
}

/** The rows with those that have just been done, which stay for the moment in which they are seen to go. */
function useLeaving(needs: readonly Need[], scope: string): Shown[] {
  const [state, setState] = useState<Listed>({ needs, scope, gone: [] });
  if (state.needs !== needs) {
    const keys = new Set(needs.map(needKey));
    const left = state.needs.map((need, at) => ({ need, at })).filter(({ need }) => !keys.has(needKey(need)));
    // Another choice shows other rows: nothing was done about those before.
    setState({ needs, scope, gone: state.scope === scope ? left : [] });
  }
  const { gone } = state;
  useEffect(() => {
    if (gone.length === 0) return;
    const timer = setTimeout(() => setState((now) => ({ ...now, gone: [] })), leavingMs);
    return () => clearTimeout(timer);
  }, [gone]);
  const shown: Shown[] = needs.map((need) => ({ need, isLeaving: false }));
  for (const { need, at } of gone) shown.splice(at, 0, { need, isLeaving: true });
  return shown;
}
