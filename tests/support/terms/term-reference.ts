import type { Term, TermAct, TermRule } from "../../../contract/terms/term.ts";

/** A day of the calendar, as it is written on a wall. */
interface Day {
  iso: string;
  year: number;
  month: number;
  day: number;
  isLastOfMonth: boolean;
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0));

/** Periods are looked at so far beyond the last day, because notice may be given long before an end. */
const daysOfNotice = 800;
const firstYear = 2008;
const lastYear = 2080;
const days: Day[] = [];
const indexOf = new Map<string, number>();
for (let year = firstYear; year <= lastYear; year += 1)
  for (let month = 1; month <= 12; month += 1)
    for (let day = 1; day <= lengthOf(year, month); day += 1) {
      const iso = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      indexOf.set(iso, days.length);
      days.push({ iso, year, month, day, isLastOfMonth: day === lengthOf(year, month) });
    }

const at = (index: number): Day => {
  const found = days[index];
  if (!found) throw new Error("beyond the calendar of the reference");
  return found;
};
const indexOn = (iso: string): number => indexOf.get(iso) ?? Number.NaN;
const monthNumber = ({ year, month }: Day) => year * 12 + month;

/**
 * How a term stands on a day, found by turning a calendar day by day: slow, and without any of the arithmetic of
 * contract/terms, so that the two can be compared.
 */
export function turnCalendar(
  rule: TermRule,
  acts: readonly TermAct[],
  { until, days: asked }: { until: string; days: ReadonlySet<string> },
): Map<string, Term> {
  const terms = new Map<string, Term>();
  const ends = endsOf(rule, indexOn(until));
  const chances = ends.map((end) => (rule.notice ? noticeDay(rule, end) : end));
  // The first of the list is the end before period 0.
  let runs = 1;
  let asks = 1;
  let decision: Term["decision"] = "open";
  let leaves: number | null = rule.autoRenew ? null : number(ends[1]);
  const begin = Math.min(number(chances[1]), ...acts.map(({ on }) => indexOn(on)));
  for (let today = begin; today <= indexOn(until); today += 1) {
    const pass = () => {
      while (leaves === null && number(chances[asks]) < today) {
        asks += 1;
        decision = "open";
      }
      while (number(ends[runs]) < today && (leaves === null || number(ends[runs]) < leaves)) runs += 1;
    };
    pass();
    for (const act of acts) {
      if (indexOn(act.on) !== today) continue;
      const isLeaving = decision === "cancel" || decision === "handOver";
      if (act.act === "renew") {
        runs += 1;
        if (asks < runs || isLeaving) decision = "open";
        asks = Math.max(asks, runs);
        leaves = rule.autoRenew ? null : number(ends[runs]);
        pass();
      } else if (leaves !== null && leaves < today) continue;
      else if (act.decision === "cancel" || act.decision === "handOver") {
        decision = act.decision;
        leaves = act.effectiveOn ? indexOn(act.effectiveOn) : number(ends[asks]);
      } else {
        if (isLeaving) {
          leaves = rule.autoRenew ? null : number(ends[runs]);
          pass();
        }
        decision = act.decision;
      }
    }
    const { iso } = at(today);
    if (asked.has(iso)) terms.set(iso, describe(rule, { ends, chances, runs, asks, decision, leaves, today }));
  }
  return terms;
}

const number = (value: number | undefined): number => value ?? Number.NaN;

interface Standing {
  ends: readonly number[];
  chances: readonly number[];
  runs: number;
  asks: number;
  decision: Term["decision"];
  leaves: number | null;
  today: number;
}

function describe(rule: TermRule, { ends, chances, runs, asks, decision, leaves, today }: Standing): Term {
  const end = number(ends[runs]);
  const next = number(ends[runs - 1]) + (rule.boundary === "lastDay" ? 1 : 0);
  const isFirst = runs === 1 && rule.startOn !== null && indexOn(rule.startOn) < end;
  const day = (of: number | undefined) => at(number(of)).iso;
  return {
    from: isFirst ? String(rule.startOn) : day(next),
    to: day(leaves !== null && leaves < end ? leaves : end),
    cancelBy: rule.notice && day(chances[runs]),
    asksTo: day(ends[asks]),
    asksBy: rule.notice && day(chances[asks]),
    decision,
    endsOn: leaves === null ? null : day(leaves),
    isOver: leaves !== null && leaves < today,
  };
}

/** Every end from the one before period 0 on, by looking at each day whether it is one. */
function endsOf({ anchorOn, firstMonths, periodMonths, boundary, end }: TermRule, until: number): number[] {
  const anchor = at(indexOn(anchorOn));
  const step = end === "quarterEnd" ? Math.ceil(periodMonths / 3) * 3 : periodMonths;
  const ends: number[] = [];
  for (let today = 0; ends.length < 9 || number(ends.at(-8)) < until + daysOfNotice; today += 1) {
    const { day, isLastOfMonth } = at(today);
    const months = monthNumber(at(today)) - monthNumber(anchor);
    if (months < firstMonths - step || (months - firstMonths) % step !== 0) continue;
    const endsWithMonth = boundary === "lastDay" && anchor.isLastOfMonth;
    const isEnd = endsWithMonth ? isLastOfMonth : day === anchor.day || (isLastOfMonth && day < anchor.day);
    if (!isEnd) continue;
    let found = today;
    while (!isAllowed(found, boundary, end)) found += 1;
    ends.push(found);
  }
  return ends;
}

function isAllowed(today: number, boundary: TermRule["boundary"], end: TermRule["end"]): boolean {
  if (end === "period") return true;
  const { isLastOfMonth, month } = at(boundary === "lastDay" ? today : today - 1);
  return isLastOfMonth && (end === "monthEnd" || month % 3 === 0);
}

/** The last day from which a whole notice period fits before an end, tried day by day backwards. */
function noticeDay({ notice }: TermRule, end: number): number {
  let given = end;
  while (notice && endOfNotice(given, notice) > end) given -= 1;
  return given;
}

function endOfNotice(given: number, { count, unit }: NonNullable<TermRule["notice"]>): number {
  if (unit === "days") return given + count;
  const { year, month, day } = at(given);
  const months = year * 12 + (month - 1) + count;
  const [inYear, inMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const last = Math.min(day, lengthOf(inYear, inMonth));
  return indexOn(`${inYear}-${String(inMonth).padStart(2, "0")}-${String(last).padStart(2, "0")}`);
}
