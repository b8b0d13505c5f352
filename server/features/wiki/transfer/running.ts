import { type DocumentJson, emptyDocument } from "../../../../contract/document/json.ts";
import { slugOf } from "../../../../contract/document/slug.ts";
import { ownerOf } from "../../../../contract/files/attachments.ts";
import type { PageMeta } from "../../../../contract/wiki/page-transfer.ts";
import { type Tx, transact } from "../../../db/transact.ts";
import { copyContent, type FirstContent } from "../../../document/stored-content.ts";
import { Problem } from "../../../problem.ts";
import { inThreadQueue } from "../../../thread-queue.ts";
import { attachFile } from "../../files/commands.ts";
import { announce } from "../../imports/announce.ts";
import { resolvePlaceholders } from "../formats/placeholders.ts";
import { type ReadingStep, readPagesApart } from "../formats/transfer-thread.ts";
import type { OutlinedPage, PageContent } from "../formats/transfer-worker.ts";
import { createPageIn } from "../tree/create-pages.ts";
import { problemOf, readGiven } from "./given-files.ts";
import { givenOf, type KeptPage, type Outcome, readProgress } from "./import-state.ts";
import type { ImportWork } from "./import-work.ts";
import { fieldsOf } from "./imported-fields.ts";
import { keepFile } from "./kept-files.ts";

/** Makes the pages of an import whose turn has not come yet. Each is committed with the note that it is made. */
export async function runImport(work: ImportWork): Promise<void> {
  const { ctx, row } = work;
  const { pages, keys } = await readProgress(ctx.db, row);
  const run = new PageImportRun(work, pages, keys);
  try {
    await run.work();
  } finally {
    run.announcer.end();
  }
  await transact(ctx, (tx) => finish(tx, row.id, pages));
}

async function finish(tx: Tx, id: string, pages: KeptPage[]): Promise<void> {
  await tx.db.deleteFrom("pageImportOutcomes").where("importId", "=", id).execute();
  const done = pages.filter(isTried).length;
  await tx.db
    .updateTable("pageImports")
    .set({ state: "finished", endedAt: tx.now().toISOString(), done, pagesJson: JSON.stringify(pages) })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
  await tx.db.updateTable("files").set({ owner: null }).where("owner", "=", `import:${id}`).execute();
}

const emptyJson = JSON.stringify(emptyDocument());

const isTried = (page: KeptPage) => page.isTried === true;

class PageImportRun {
  readonly announcer: ReturnType<typeof announce>;
  readonly #work: ImportWork;
  readonly #pages: KeptPage[];
  readonly #keys: Map<number, string>;
  #metas: PageMeta[] = [];
  #ownFiles = 0;

  constructor(work: ImportWork, pages: KeptPage[], keys: Map<number, string>) {
    this.#work = work;
    this.#pages = pages;
    this.#keys = keys;
    this.announcer = announce(work.ctx);
  }

  async work(): Promise<void> {
    const { ctx, row } = this.#work;
    const from = this.#pages.findIndex((page) => !isTried(page));
    if (from === -1) return;
    await inThreadQueue({ userId: ctx.person.id, isBackground: true }, async () =>
      readPagesApart(
        await readGiven(ctx, givenOf(row)),
        { opened: (outline) => this.#open(outline), page: (step) => this.#take(step) },
        { isDry: false, from, known: () => [...this.#keys.keys()] },
      ),
    );
  }

  #open({ pages, files }: { pages: OutlinedPage[]; files: readonly string[] }): void {
    this.#metas = pages.map(({ meta }) => meta);
    this.#ownFiles = files.length;
  }

  async #take({ index, problem, warnings, content }: ReadingStep): Promise<void> {
    await this.#work.proceed();
    const { ctx, row } = this.#work;
    const page = this.#pages[index];
    if (!page || isTried(page)) return;
    Object.assign(page, { problem, warnings: [...warnings], isTried: true });
    if (content && problem === null) {
      try {
        const came = await this.#keepFiles(page, content);
        const resolved = JSON.stringify(this.#resolve(content.document));
        const first = resolved === emptyJson ? undefined : await copyContent(ctx.person.id, resolved);
        await transact(this.announcer.ctx, async (tx) => {
          await this.#create(tx, page, { content: first, attached: content.attached });
          await this.#note(tx, page, came);
        });
      } catch (error) {
        if (!(error instanceof Problem)) ctx.log.error({ err: error, pageImportId: row.id }, "page not imported");
        Object.assign(page, { problem: problemOf(error), pageId: null, made: null });
      }
    }
    if (page.pageId === null) await transact(this.announcer.ctx, (tx) => this.#note(tx, page, []));
    this.announcer.tick();
  }

  async #note(tx: Tx, page: KeptPage, keys: Outcome["keys"]): Promise<void> {
    const { problem, warnings, pageId, made, index } = page;
    const outcome: Outcome = { problem, warnings, pageId, made, keys };
    await tx.db
      .insertInto("pageImportOutcomes")
      .values({ importId: this.#work.row.id, pageIndex: index, outcomeJson: JSON.stringify(outcome) })
      .execute();
  }

  /** The keys of those that other pages may speak of too; what a page carries within itself is its own. */
  async #keepFiles(page: KeptPage, { files }: PageContent): Promise<Outcome["keys"]> {
    const kept: Outcome["keys"] = [];
    for (const file of files) {
      try {
        const key = await keepFile(this.#work.ctx, file);
        this.#keys.set(file.index, key);
        if (file.index < this.#ownFiles) kept.push([file.index, key]);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        page.warnings.push(`Datei nicht übernommen (${error.message.replace(/^Datei: /, "")}): ${file.name}`);
      }
    }
    return kept;
  }

  /** A page comes into being with all that it says, or not at all. */
  async #create(
    tx: Tx,
    page: KeptPage,
    { content, attached }: { content: FirstContent | undefined; attached: readonly number[] },
  ): Promise<void> {
    const { ctx } = this.announcer;
    const meta = this.#metas[page.index] ?? {};
    const { body, warnings } = await fieldsOf(tx, ctx, page.title, meta);
    const parentId = this.#parentOf(page);
    const made = await createPageIn(tx, ctx, {
      body,
      parentId,
      isQuiet: true,
      content,
      ...(page.plannedId && { id: page.plannedId }),
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
  }

  #resolve(document: DocumentJson): DocumentJson {
    const pageId = (index: number) => this.#pages[index]?.plannedId;
    const slug = (index: number) => slugOf(this.#pages[index]?.title ?? "");
    return resolvePlaceholders(document, {
      pageId,
      pagePath(index) {
        const id = pageId(index);
        return id && `/wiki/${id}${slug(index) && `-${slug(index)}`}`;
      },
      fileKey: (index) => this.#keys.get(index),
    });
  }

  /** Where the page above could not be made, the next one above that. */
  #parentOf(page: KeptPage): string | null {
    const above = page.parent === null ? undefined : this.#pages[page.parent];
    return above ? (above.pageId ?? this.#parentOf(above)) : this.#work.row.parentId;
  }
}
