import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { newestRevision } from "./content.ts";

/** Makes a revision of what has been written so far, at once instead of when typing rests. Throws not_found. */
export async function settlePage(ctx: PersonContext, { id }: { id: string }): Promise<{ revisionNo: number }> {
  if (!(await isReadable(ctx.db, { type: "page", id }, ctx.person))) throw notFound();
  await ctx.pageRooms.materialise(id);
  return { revisionNo: await newestRevision(ctx.db, id) };
}
