import { inThreadQueue } from "../../../thread-queue.ts";
import { readPagesApart } from "../formats/transfer-thread.ts";
import { readGiven } from "./given-files.ts";
import { givenOf, type KeptPage } from "./import-state.ts";
import type { ImportWork } from "./import-work.ts";

/** Finds out what would become of the files that were given. It leaves nothing behind, so it begins anew when cut off. */
export async function checkGiven({ ctx, row, proceed }: ImportWork): Promise<void> {
  const pages: KeptPage[] = [];
  const used = new Set<number>();
  let files = 0;
  const turn = { userId: ctx.person.id, isBackground: true };
  const read = async () =>
    readPagesApart(
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
        async page({ index, ...step }) {
          await proceed();
          Object.assign(pages[index] ?? {}, { ...step, content: undefined, files: step.files.length });
          for (const file of step.files) used.add(file);
        },
      },
      { isDry: true },
    );
  await inThreadQueue(turn, read);
  const unused = Array.from({ length: files }, (_, index) => index).filter((index) => !used.has(index)).length;
  await ctx.db
    .updateTable("pageImports")
    .set({ state: "checked", pagesJson: JSON.stringify(pages), unused })
    .where("id", "=", row.id)
    .where("state", "=", "checking")
    .execute();
}
