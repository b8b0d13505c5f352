import { type RenewalDay, type Renewals, renewalDays } from "../../../contract/dashboard/dashboard.ts";
import { addDays } from "../../../contract/time/today.ts";

/** What renews itself within a third of the time ahead. */
export interface RenewalThird {
  /** How many days from today the third begins and ends. */
  from: number;
  to: number;
  /** Its last day, `YYYY-MM-DD`. */
  until: string;
  domains: number;
  hosts: number;
  contracts: number;
  undecided: number;
  /** Absent for those who may not see prices. */
  costCents?: number;
  revenueCents?: number;
}

const thirdDays = renewalDays / 3;

/** Sums the days of each third; three, also where nothing falls into them. */
export function renewalThirds({ today, days }: Renewals): RenewalThird[] {
  return [0, 1, 2].map((third) => {
    const from = third * thirdDays;
    const to = from + thirdDays - 1;
    const [begins, until] = [addDays(today, from), addDays(today, to)];
    const inside = days.filter(({ on }) => on >= begins && on <= until);
    return { from, to, until, ...sumOf(inside) };
  });
}

function sumOf(days: readonly RenewalDay[]) {
  const sum = (of: (day: RenewalDay) => number | undefined) => days.reduce((total, day) => total + (of(day) ?? 0), 0);
  const hasAmounts = days.some(({ costCents }) => costCents !== undefined);
  return {
    domains: sum(({ domains }) => domains),
    hosts: sum(({ hosts }) => hosts),
    contracts: sum(({ contracts }) => contracts),
    undecided: sum(({ undecided }) => undecided),
    ...(hasAmounts && { costCents: sum(({ costCents }) => costCents), revenueCents: sum((day) => day.revenueCents) }),
  };
}
