import type { ImportTable } from "../../db/tables/imports.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { canSeeImport } from "./policy.ts";

/** An import that this person may see; throws not_found for all others. */
export async function findImport(ctx: Pick<PersonContext, "db" | "person">, id: string): Promise<ImportTable> {
  const row = await ctx.db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || !canSeeImport(ctx.person, row)) throw notFound();
  return row;
}
