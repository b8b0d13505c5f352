import type { z } from "zod";
import { foundTypes, type SearchAnswer } from "../../../contract/search/search.ts";
import type * as contract from "../../../contract/search/search-input.ts";
import { readSearch } from "../../search/search-terms.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readCandidates } from "./candidates.ts";
import { nameMatches } from "./matched-field.ts";
import { findPeople } from "./people.ts";
import { proposalsFor } from "./proposals.ts";
import { rank } from "./ranking.ts";
import { listRecents } from "./recents.ts";
import { readSummaries } from "./summaries.ts";

/** So many of the best by their texts are weighed by who they belong to and when they changed. */
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
