import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { type TermAct, type TermRule, termDecisions, termEnds, termOn } from "../../contract/terms/term.ts";
import { addDays } from "../../contract/time/today.ts";
import { openChance } from "../../server/sample/chance.ts";
import { repetitions } from "../support/repetitions.ts";
import { turnCalendar } from "../support/terms/term-reference.ts";

const rules = repetitions(300, 10_000);
const seed = 20_261_122;
const tenYears = 3653;

test(`the fast function agrees with a calendar turned day by day, for ${rules} rules and histories`, () => {
  const chance = openChance(seed);
  let count = 0;
  for (let number = 0; number < rules; number += 1) {
    const rule = randomRule();
    const acts = randomActs(rule.anchorOn);
    const compared = new Set(Array.from({ length: 25 }, () => addDays(rule.anchorOn, chance.int(-60, tenYears))));
    for (const { on } of acts) for (const near of [-1, 0, 1]) compared.add(addDays(on, near));
    const until = addDays(rule.anchorOn, tenYears);
    for (const [today, slow] of turnCalendar(rule, acts, { until, days: compared })) {
      const fast = termOn(rule, acts, today);
      if (!isDeepStrictEqual(fast, slow)) expect({ number, rule, acts, today, term: fast }).toEqual({ term: slow });
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(rules * 20);

  function randomRule(): TermRule {
    const anchorOn = addDays("2019-01-01", chance.int(0, 2500));
    const boundary = chance.pick(["lastDay", "renewalDay"] as const);
    const unit = chance.pick(["days", "months"] as const);
    return {
      anchorOn,
      firstMonths: chance.pick([0, 0, 1, 12, 24, 7]),
      periodMonths: chance.pick([1, 1, 2, 3, 6, 12, 12, 12, 24, 36]),
      boundary,
      startOn: chance.percent(50) ? addDays(anchorOn, boundary === "lastDay" ? 1 : 0) : null,
      notice: chance.percent(15)
        ? null
        : { unit, count: unit === "days" ? chance.pick([0, 14, 30, 90, 100]) : chance.pick([0, 1, 3, 6]) },
      end: chance.percent(60) ? "period" : chance.pick(termEnds),
      autoRenew: chance.percent(75),
    };
  }

  function randomActs(from: string): TermAct[] {
    const acts = Array.from({ length: chance.int(0, 6) }, (): TermAct => {
      const on = addDays(from, chance.int(-30, tenYears - 400));
      if (chance.percent(20)) return { on, act: "renew" };
      const decision = chance.pick(termDecisions);
      const isLeft = decision === "cancel" || decision === "handOver";
      return {
        on,
        act: "decide",
        decision,
        ...(isLeft && chance.percent(30) && { effectiveOn: addDays(on, chance.int(0, 500)) }),
      };
    });
    return acts.sort((one, other) => one.on.localeCompare(other.on));
  }
});
