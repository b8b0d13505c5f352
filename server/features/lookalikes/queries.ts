import { domainToUnicode } from "node:url";
import type { z } from "zod";
import type { LookalikeAnswer, LookalikeView, oneDomain } from "../../../contract/lookalikes/lookalikes.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readLookup } from "../lookups/queries.ts";
import { watcherOf } from "./watched.ts";

/** The registered names that look like a domain; what needs a look first. Throws not_found. */
export async function readLookalikes(
  { db, person }: RecordContext,
  { id }: z.output<typeof oneDomain>,
): Promise<LookalikeView> {
  const watcher = await watcherOf(db, id);
  if (watcher === undefined || !(await isReadable(db, { type: "domain", id }, person))) throw notFound();
  const looked = watcher ? await readLookup<LookalikeAnswer>(db, "lookalikes", id) : undefined;
  const rows = await db.selectFrom("lookalikes").selectAll().where("domainId", "=", id).execute();
  const rank = ({ state, goneAt }: (typeof rows)[number]) =>
    (goneAt ? 10 : 0) + { case: 0, watched: 1, harmless: 2 }[state];
  return {
    watcher,
    lookup: looked?.state ?? null,
    askedCount: looked?.answer?.askedCount ?? 0,
    found: rows
      .toSorted((a, b) => rank(a) - rank(b) || b.firstSeenAt.localeCompare(a.firstSeenAt))
      .map(({ addressesJson, hasMail, firstSeenAt, goneAt, nameAce, kind, state, id: lookalikeId }) => ({
        id: lookalikeId,
        name: domainToUnicode(nameAce),
        nameAce,
        kind,
        state,
        hasMail: hasMail === 1,
        addresses: parseOwnJson<string[]>(addressesJson),
        firstSeenAt: new Date(firstSeenAt),
        goneAt: toDate(goneAt),
      })),
  };
}
