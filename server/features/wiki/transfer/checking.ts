import { inThreadQueue } from "../../../thread-queue.ts";
import { readPagesApart } from "../formats/transfer-thread.ts";
import { readGiven } from "./given-files.ts";
import { givenOf, type KeptPage } from "./import-state.ts";
import type { ImportWork } from "./import-work.ts";

/** Finds out what would become of the files that were given. It leaves nothing behind, so it begins anew when cut off. */
export async function checkGiven({ ctx, row, proceed }: ImportWork): Promise<void> {
  const pages: KeptPage[] = [];
  const used = new Set<number>();
  let files: string[] = [];
  let hidden: string[] = [];
  const turn = { userId: ctx.person.id, isBackground: true };
  const read = async () =>
    readPagesApart(
      await readGiven(ctx, givenOf(row)),
      {
        opened(outline) {
          files = outline.files;
          hidden = outline.hidden;
          for (const [index, { path, title, parent, meta }] of outline.pages.entries())
            pages.push({
              index,
              path,
              title,
              parent,
              icon: meta.icon ?? null,
              files: 0,
              warnings: [],
              problem: null,
              pageId: null,
              made: null,
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
  const unused = [...files.filter((_, index) => !used.has(index)), ...hidden];
  await ctx.db
    .updateTable("pageImports")
    .set({
      state: "checked",
      pagesJson: JSON.stringify(pages),
      unused: unused.length,
      leftOutJson: JSON.stringify(namesOf(unused)),
    })
    .where("id", "=", row.id)
    .where("state", "=", "checking")
    .execute();
}

const maxNames = 12;

/** Of what is left out the names that say most: texts of which nobody could tell why they are missing come first. */
function namesOf(paths: readonly string[]): string[] {
  const isText = (path: string) => /\.(mdx|md|markdown|html?|adoc|rst|org|textile|tex)$/i.test(path);
  const folders = paths.filter((path) => !isText(path)).map((path) => /^(?:.*?\/)?\.[^/]+\//.exec(path)?.[0] ?? path);
  return [...new Set([...paths.filter(isText), ...folders])].slice(0, maxNames);
}
