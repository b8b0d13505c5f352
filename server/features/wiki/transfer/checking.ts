import { Problem } from "../../../problem.ts";
import { Stopped } from "../../imports/batches.ts";
import { UnreadableFile } from "../formats/limits.ts";
import { readPagesApart } from "../formats/transfer-thread.ts";
import { problemOf, readGiven } from "./given-files.ts";
import { givenOf, type KeptPage } from "./import-state.ts";
import type { ImportWork } from "./import-work.ts";

/** Finds out what would become of the files that were given. It leaves nothing behind, so it begins anew when cut off. */
export async function checkGiven({ ctx, row, isStopping }: ImportWork): Promise<void> {
  const pages: KeptPage[] = [];
  const used = new Set<number>();
  let files = 0;
  const set = (change: object) =>
    ctx.db.updateTable("pageImports").set(change).where("id", "=", row.id).where("state", "=", "checking").execute();
  try {
    await readPagesApart(
      await readGiven(ctx, givenOf(row)),
      {
        opened(outline) {
          files = outline.files;
          for (const [index, { path, title, parent, meta }] of outline.pages.entries())
            pages.push({
              ...{ index, path, title, parent, icon: meta.icon ?? null, files: 0, warnings: [] },
              ...{ problem: null, pageId: null, made: null },
            });
        },
        page({ index, ...step }) {
          if (isStopping()) throw new Stopped();
          Object.assign(pages[index] ?? {}, { ...step, content: undefined, files: step.files.length });
          for (const file of step.files) used.add(file);
        },
      },
      { isDry: true },
    );
    const unused = Array.from({ length: files }, (_, index) => index).filter((index) => !used.has(index)).length;
    await set({ state: "checked", pagesJson: JSON.stringify(pages), unused });
  } catch (error) {
    if (error instanceof Stopped) throw error;
    if (!(error instanceof Problem) && !(error instanceof UnreadableFile))
      ctx.log.error({ err: error, pageImportId: row.id }, "page import could not be checked");
    await set({ state: "failed", problem: problemOf(error), endedAt: ctx.now().toISOString() });
  }
}
