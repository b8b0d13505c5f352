import { ownerOf } from "../../../contract/attachments.ts";
import type { DocumentJson } from "../../../contract/document/json.ts";
import { slugOf } from "../../../contract/document/slug.ts";
import type { PageMeta } from "../../../contract/page-transfer.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import { UnreadableFile } from "../../transfer/limits.ts";
import { settle } from "../../transfer/placeholders.ts";
import { type ReadingStep, readPagesApart } from "../../transfer/transfer-thread.ts";
import type { PageContent } from "../../transfer/transfer-worker.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { attachFile } from "../files/commands.ts";
import { announce } from "../imports/announce.ts";
import { createPageIn } from "../pages/creating.ts";
import { readParent } from "../pages/place.ts";
import { problemOf, readGiven } from "./checking.ts";
import { findPageImport, givenOf, type KeptPage, pagesOf, workOn } from "./import-state.ts";
import { fieldsOf } from "./imported-fields.ts";
import { keepFile } from "./kept-files.ts";

const savedEvery = 20;

/** Creates the pages of a checked import below a page or at the top; goes on in the background. */
export async function runPageImport(
  ctx: PersonContext,
  { id, parentId }: { id: string; parentId: string | null },
): Promise<{ id: string }> {
  const row = await findPageImport(ctx.db, ctx.person, id);
  await readParent(ctx.db, ctx.person, parentId);
  const { numUpdatedRows } = await ctx.db
    .updateTable("pageImports")
    .set({ state: "running", parentId, done: 0 })
    .where("id", "=", row.id)
    .where("state", "=", "checked")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem("conflict", { message: "Dieser Import ist schon gelaufen." });
  workOn(id, new PageImportRun(ctx, id, parentId, pagesOf(row)).run(givenOf(row)));
  return { id };
}

class PageImportRun {
  readonly #ctx: PersonContext;
  readonly #id: string;
  readonly #parentId: string | null;
  readonly #pages: KeptPage[];
  readonly #metas: PageMeta[] = [];
  readonly #ids = new Map<number, string>();
  readonly #keys = new Map<number, string>();
  readonly #announcer: ReturnType<typeof announce>;

  constructor(ctx: PersonContext, id: string, parentId: string | null, pages: KeptPage[]) {
    this.#ctx = ctx;
    this.#id = id;
    this.#parentId = parentId;
    this.#pages = pages;
    this.#announcer = announce(ctx);
    for (const { index, problem } of pages) if (problem === null) this.#ids.set(index, newId());
  }

  async run(given: Parameters<typeof readGiven>[1]): Promise<void> {
    let problem: string | null = null;
    try {
      const opened = (outline: { pages: { meta: PageMeta }[] }) =>
        void this.#metas.push(...outline.pages.map(({ meta }) => meta));
      const page = (step: ReadingStep) => this.#take(step);
      await readPagesApart(await readGiven(this.#ctx, given), { opened, page }, { isDry: false });
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof UnreadableFile))
        this.#ctx.log.error({ err: error, pageImportId: this.#id }, "page import broke off");
      problem = problemOf(error);
    }
    this.#announcer.end();
    await this.#save({ state: "finished", problem, endedAt: this.#ctx.now().toISOString() });
  }

  async #take({ index, problem, warnings, content }: ReadingStep): Promise<void> {
    const page = this.#pages[index];
    if (!page) return;
    Object.assign(page, { problem, warnings });
    if (content && problem === null) {
      try {
        await this.#keepFiles(page, content);
        await this.#create(page, content);
      } catch (error) {
        if (!(error instanceof Problem))
          this.#ctx.log.error({ err: error, pageImportId: this.#id }, "page could not be imported");
        page.problem = problemOf(error);
      }
    }
    this.#announcer.tick();
    if (index % savedEvery === savedEvery - 1) await this.#save({ done: index + 1 });
    else
      await this.#ctx.db
        .updateTable("pageImports")
        .set({ done: index + 1 })
        .where("id", "=", this.#id)
        .execute();
  }

  async #keepFiles(page: KeptPage, { files }: PageContent): Promise<void> {
    for (const file of files) {
      try {
        this.#keys.set(file.index, await keepFile(this.#ctx, file));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        page.warnings.push(`Datei nicht übernommen (${error.message.replace(/^Datei: /, "")}): ${file.name}`);
      }
    }
  }

  /** A page comes into being with all that it says, or not at all. */
  async #create(page: KeptPage, { document, attached }: PageContent): Promise<void> {
    const { ctx } = this.#announcer;
    const meta = this.#metas[page.index] ?? {};
    const settled = this.#settle(document);
    const id = this.#ids.get(page.index);
    await transact(ctx, async (tx) => {
      const { body, warnings } = await fieldsOf(tx, ctx, page.title, meta);
      const parentId = this.#parentOf(page);
      const isEmpty = JSON.stringify(settled.content) === '[{"type":"paragraph"}]';
      const made = await createPageIn(tx, ctx, {
        ...{ body, parentId, isQuiet: true },
        ...(!isEmpty && { document: settled }),
        ...(id && { id }),
      });
      if (meta.isTemplate) await tx.db.updateTable("pages").set({ isTemplate: 1 }).where("id", "=", made.id).execute();
      for (const index of attached) {
        const key = this.#keys.get(index);
        const owner = ownerOf({ type: "page", id: made.id });
        if (key) await attachFile(tx, { key, owner, createdById: ctx.person.id });
      }
      const { contentVersion } = await tx.db
        .selectFrom("pages")
        .select("contentVersion")
        .where("id", "=", made.id)
        .executeTakeFirstOrThrow();
      page.warnings.push(...warnings);
      Object.assign(page, { pageId: made.id, made: { version: made.version, contentVersion } });
    });
  }

  #settle(document: DocumentJson): DocumentJson {
    const pageId = (index: number) => this.#ids.get(index);
    const slug = (index: number) => slugOf(this.#pages[index]?.title ?? "");
    return settle(document, {
      pageId,
      pageAddress(index) {
        const id = pageId(index);
        return id && `/wiki/${id}${slug(index) && `-${slug(index)}`}`;
      },
      fileKey: (index) => this.#keys.get(index),
    });
  }

  /** Where the page above could not be made, the next one above that. */
  #parentOf(page: KeptPage): string | null {
    const above = page.parent === null ? undefined : this.#pages[page.parent];
    return above ? (above.pageId ?? this.#parentOf(above)) : this.#parentId;
  }

  #save(change: object) {
    const pagesJson = JSON.stringify(this.#pages);
    return this.#ctx.db
      .updateTable("pageImports")
      .set({ ...change, pagesJson })
      .where("id", "=", this.#id)
      .execute();
  }
}
