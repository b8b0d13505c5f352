import type { z } from "zod";
import { type DueList, type DueSummary, soonDays, type Whose, whose } from "../../../contract/dashboard/dashboard.ts";
import type { listDue as input } from "../../../contract/dashboard/dashboard-input.ts";
import { rankScore } from "../../../contract/dashboard/rank.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { registeredNeeds } from "../needs/sources.ts";

/** What asks for an act, the most pressing first, with how much of it there is for the person, the team and all. */
export async function listDue(
  ctx: PersonContext,
  { whose: asked, limit, days }: z.infer<typeof input>,
): Promise<DueList> {
  const today = portalDate(ctx.now());
  const range = {
    today,
    soonTo: addDays(today, soonDays),
    to: addDays(today, days),
  };
  const open = await Promise.all(registeredNeeds().map((source) => source.open(ctx, range)));
  const [mine, team, all] = whose.map((one) => sumOf(open.map(({ summary }) => summary[one])));
  const summary = { mine, team, all } as Record<Whose, DueSummary>;
  const shown = asked ?? (summary.mine.total > 0 ? "mine" : "all");
  const found = await Promise.all(open.map(({ read }) => read(shown, limit)));
  // The sources of one rank stay in their order: they were sorted by day and title.
  const ranked = found
    .flat()
    .map((need) => ({ need, score: rankScore(need) }))
    .sort((a, b) => b.score - a.score);
  return { whose: shown, summary, today, needs: ranked.slice(0, limit).map(({ need }) => need) };
}

function sumOf(parts: readonly DueSummary[]): DueSummary {
  const sum = (of: (part: DueSummary) => number) => parts.reduce((total, part) => total + of(part), 0);
  const dates = parts.flatMap(({ soonUntil }) => soonUntil ?? []).sort();
  return {
    total: sum(({ total }) => total),
    overdue: sum(({ overdue }) => overdue),
    soon: sum(({ soon }) => soon),
    soonUntil: dates.at(-1) ?? null,
  };
}
