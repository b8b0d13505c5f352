import type { PageImportState } from "../../../../contract/wiki/page-transfer.ts";
import { newId } from "../../../db/new-id.ts";
import { Problem } from "../../../problem.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { readParent } from "../hierarchy/position.ts";
import { findGiven } from "./given-files.ts";
import { findPageImport, givenOf, readProgress } from "./import-state.ts";
import { continuePageImport } from "./import-work.ts";

/** Takes uploaded files of this person and finds out what would become of them; nothing is created yet. */
export async function checkPageImport(ctx: PersonContext, { keys }: { keys: string[] }): Promise<{ id: string }> {
  const given = await findGiven(ctx, keys);
  const id = newId();
  await ctx.db
    .insertInto("pageImports")
    .values({
      id,
      state: "checking",
      filesJson: JSON.stringify(given),
      pagesJson: "[]",
      parentId: null,
      unused: 0,
      leftOutJson: "[]",
      done: 0,
      problem: null,
      undoJson: null,
      endedAt: null,
      createdById: ctx.person.id,
      createdAt: ctx.now().toISOString(),
    })
    .execute();
  void continuePageImport(ctx, id);
  return { id };
}

/** Creates the pages of a checked import below a page or at the top; goes on in the background. */
export async function runPageImport(
  ctx: PersonContext,
  { id, parentId }: { id: string; parentId: string | null },
): Promise<{ id: string }> {
  const row = await findPageImport(ctx.db, ctx.person, id);
  await readParent(ctx.db, ctx.person, parentId);
  const { pages } = await readProgress(ctx.db, row);
  for (const page of pages) if (page.problem === null) page.plannedId = newId();
  await begin(ctx, id, "checked", { parentId, pagesJson: JSON.stringify(pages) }, "Dieser Import ist schon gelaufen.");
  // While pages are made of them, the files belong to the import; otherwise they would be removed after a day.
  await ctx.db
    .updateTable("files")
    .set({ owner: `import:${id}` })
    .where(
      "key",
      "in",
      givenOf(row).map(({ key }) => key),
    )
    .where("owner", "is", null)
    .execute();
  void continuePageImport(ctx, id);
  return { id };
}

/** Goes on with an import that broke off, at the first page whose turn has not come. */
export async function resumePageImport(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const row = await findPageImport(ctx.db, ctx.person, id);
  const { pages } = await readProgress(ctx.db, row);
  const message = "Dieser Import lässt sich nicht fortsetzen.";
  if (row.state !== "aborted" || pages.every(({ isTried }) => isTried)) throw new Problem("conflict", { message });
  await begin(ctx, id, "aborted", { problem: null, endedAt: null }, message);
  void continuePageImport(ctx, id);
  return { id };
}

async function begin({ db }: PersonContext, id: string, from: PageImportState, change: object, message: string) {
  const { numUpdatedRows } = await db
    .updateTable("pageImports")
    .set({ state: "running", ...change })
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem("conflict", { message });
}

/** Puts into the trash what an import has created, but for pages that somebody has changed or put others below. */
export async function undoPageImport(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  await findPageImport(ctx.db, ctx.person, id);
  const { numUpdatedRows } = await ctx.db
    .updateTable("pageImports")
    .set({ state: "undone", problem: null })
    .where("id", "=", id)
    .where("state", "in", ["finished", "aborted"])
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Problem("conflict", { message: "Dieser Import lässt sich nicht rückgängig machen." });
  await continuePageImport(ctx, id);
  return { id };
}
