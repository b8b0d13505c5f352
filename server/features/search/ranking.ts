import type { FoundType, SearchHit } from "../../../contract/search/search.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import type { Candidate } from "./candidates.ts";
import type { Summary } from "./summaries.ts";

/** After so many days a change counts half. */
const halfLifeDays = 30;

/** Among equals, what people look for most stands first. */
const leaning: Partial<Record<FoundType, number>> = { website: 0.06, customer: 0.06, contact: -0.02, contract: -0.02 };

/**
 * The best first. How near the texts come decides; what was changed lately and what is the person's own goes before
 * its equals. What is archived stands behind everything else.
 */
export function rank(found: readonly (Candidate & Summary)[], { person, now }: PersonContext): SearchHit[] {
  const today = now().getTime();
  const weigh = ({ type, closeness, updatedAt, ownerIds }: Candidate & Summary) => {
    const days = updatedAt ? Math.max(0, today - Date.parse(updatedAt)) / dayMs : Number.POSITIVE_INFINITY;
    const recency = 0.15 * 0.5 ** (days / halfLifeDays);
    const own = ownerIds.includes(person.id) ? 0.1 : 0;
    return closeness * (1 + recency + own + (leaning[type] ?? 0));
  };
  return [...found]
    .map((hit) => ({ hit, weight: weigh(hit) }))
    .sort(
      (one, other) =>
        Number(one.hit.archived) - Number(other.hit.archived) ||
        other.weight - one.weight ||
        one.hit.title.localeCompare(other.hit.title, "de"),
    )
    .map(({ hit: { type, id, title, note, status, href, archived } }) => ({
      ...{ type, id, title, note, status, href, archived },
    }));
}
