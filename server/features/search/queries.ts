import type { z } from "zod";
import { hasAbility } from "../../../contract/roles.ts";
import { type FoundType, foundTypes, type SearchAnswer, type SearchHit } from "../../../contract/search/search.ts";
import type * as contract from "../../../contract/search/search-input.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { activeUsers } from "../../db/active-users.ts";
import { readSearch, type Term } from "../../search/search-terms.ts";
import { toRun } from "../../search/spellings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { type Candidate, readCandidates } from "./candidates.ts";
import { closenessOf } from "./closeness.ts";
import { nameMatches } from "./matched-field.ts";
import { proposalsFor } from "./proposals.ts";
import { listRecents } from "./recents.ts";
import { readSummaries, type Summary } from "./summaries.ts";

/** How many of the best textual matches are ranked by who they belong to and when they changed. */
const weighed = 40;

/** What was typed, found in everything that has a page; for nothing typed what the person looked at last. */
export async function find(
  ctx: PersonContext,
  { query, types = [...foundTypes], limit }: z.infer<typeof contract.findRecords>,
): Promise<SearchAnswer> {
  if (query === "") return { hits: [], proposals: [], recents: await listRecents(ctx, types, limit) };
  const readings = readSearch(query);
  if (readings.length === 0) return { hits: [], proposals: [], recents: [] };
  const recordTypes = types.filter((type) => type !== "user");
  const candidates = (await Promise.all(recordTypes.map((type) => readCandidates(ctx, type, query, readings)))).flat();
  if (types.includes("user")) candidates.push(...(await findPeople(ctx, readings)));
  const best = candidates.sort((one, other) => other.closeness - one.closeness).slice(0, weighed);
  const ranked = rank(await readSummaries(ctx, best), ctx);
  const hits = await nameMatches(ctx, ranked.slice(0, limit), readings);
  return { hits, proposals: await proposalsFor(ctx, query), recents: [] };
}

/** The members of the team that hold what was typed. An address is not found by people who may not read it. */
async function findPeople({ db, person }: PersonContext, readings: readonly Term[][]): Promise<Candidate[]> {
  const team = await activeUsers(db).select(["id", "name", "email", "position"]).execute();
  const managesUsers = hasAbility(person.role, "manageUsers");
  return team.flatMap(({ id, name, email, position }): Candidate[] => {
    const body = [position ?? "", managesUsers ? email : ""].map(toRun).join(" ");
    const closeness = closenessOf({ title: ` ${toRun(name)} `, body: ` ${body} `, rest: "" }, readings);
    return closeness > 0 ? [{ type: "user", id, closeness }] : [];
  });
}

/** Days after which a change counts half. */
const halfLifeDays = 30;

/** Among equals, what people look for most stands first. */
const leaning: Partial<Record<FoundType, number>> = { website: 0.06, customer: 0.06, contact: -0.02, contract: -0.02 };

/**
 * The best first. How near the texts come decides; what was changed lately and what is the person's own goes before
 * its equals. What is archived stands behind everything else.
 */
function rank(found: readonly (Candidate & Summary)[], { person, now }: PersonContext): SearchHit[] {
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
      type,
      id,
      title,
      note,
      status,
      href,
      archived,
    }));
}
