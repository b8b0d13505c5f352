import type { z } from "zod";
import type { oneTarget } from "../../../contract/lookups/lookups.ts";
import { isReached, leadsTo, type RedirectAnswer, type RedirectView } from "../../../contract/redirects/redirects.ts";
import { notFound } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readLookup } from "../lookups/queries.ts";

/** Where a domain leads to. Throws not_found. */
export async function readRedirect({ db }: RecordContext, { id }: z.infer<typeof oneTarget>): Promise<RedirectView> {
  const domain = await db
    .selectFrom("domains")
    .select(["purpose", "redirectTarget"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!domain) throw notFound();
  const wanted = domain.purpose === "redirect" ? domain.redirectTarget : null;
  const looked = await readLookup<RedirectAnswer>(db, "redirect", id);
  const answer = looked?.answer ?? null;
  return {
    lookup: looked?.state ?? null,
    answer,
    wanted,
    isRight: !!wanted && !!answer && isReached(answer) && leadsTo(wanted, answer.url),
  };
}
