import type { z } from "zod";
import type * as contract from "../../../contract/lookups/lookups.ts";
import { type LookupTargetType, lookupKinds } from "../../../contract/lookups/lookups.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { selectedIds } from "../../records/bulk.ts";
import { isReadable, readableAmong } from "../../records/readable.ts";
import { storeOf } from "../../records/registry.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { lookNow } from "./look-now.ts";

const whyNotAsked: Readonly<Record<LookupTargetType, string>> = {
  domain: "Diese Domain wird nicht abgefragt: Ihr Name ist nicht öffentlich.",
  website: "Diese Website wird nicht abgefragt: Abgefragt wird, was live ist und eine öffentliche Adresse hat.",
  host: "Dieser Hoster wird nicht abgefragt: Er hat keine öffentliche Adresse.",
};

/** Makes a question about a record due at once; the answer comes when it comes. */
export async function askNow(ctx: PersonContext, { id, kind }: z.infer<typeof contract.askLookup>) {
  const type = lookupKinds[kind].target;
  if (!(await isReadable(ctx.db, { type, id }, ctx.person))) throw notFound();
  return transact(ctx, async (tx) => {
    if ((await lookNow(tx, kind, [id])) === 0) throw new Problem("precondition", { message: whyNotAsked[type] });
    return { id };
  });
}

/** Makes a question about many records due; what is not asked about is left out. */
export async function askMany(ctx: PersonContext, { kind, selection }: z.infer<typeof contract.askLookups>) {
  const type = lookupKinds[kind].target;
  const ids = await selectedIds(storeOf(type), ctx, selection);
  const readable = await readableAmong(ctx.db, type, ids, ctx.person);
  return transact(ctx, async (tx) => ({ asked: await lookNow(tx, kind, [...readable]) }));
}
