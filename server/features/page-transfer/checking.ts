import { buffer } from "node:stream/consumers";
import { pageImportExtensions } from "../../../contract/page-transfer.ts";
import { newId } from "../../db/new-id.ts";
import { invalidField, Problem } from "../../problem.ts";
import { UnreadableFile } from "../../transfer/limits.ts";
import type { GivenFile } from "../../transfer/open-sources.ts";
import { readPagesApart } from "../../transfer/transfer-thread.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { type GivenKey, type KeptPage, workOn } from "./import-state.ts";

const mostBytes = 100 * 1024 * 1024;

/** Takes uploaded files of this person and finds out what would become of them; nothing is created yet. */
export async function checkPageImport(ctx: PersonContext, { keys }: { keys: string[] }): Promise<{ id: string }> {
  const given = await findGiven(ctx, keys);
  const id = newId();
  await ctx.db
    .insertInto("pageImports")
    .values({
      ...{ id, state: "checking", filesJson: JSON.stringify(given), pagesJson: "[]", parentId: null },
      ...{ unused: 0, done: 0, problem: null, undoJson: null, endedAt: null },
      ...{ createdById: ctx.person.id, createdAt: ctx.now().toISOString() },
    })
    .execute();
  workOn(id, check(ctx, id, given));
  return { id };
}

async function findGiven({ db, person }: PersonContext, keys: string[]): Promise<GivenKey[]> {
  const rows = await db
    .selectFrom("files")
    .select(["key", "filename", "size"])
    .where("key", "in", keys)
    .where("createdById", "=", person.id)
    .where("confirmedAt", "is not", null)
    .where("owner", "is", null)
    .execute();
  if (rows.length !== new Set(keys).size) throw invalidField("keys", "Dateien: Eine dieser Dateien gibt es nicht.");
  const total = rows.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (total > mostBytes) throw invalidField("keys", "Dateien: Zusammen höchstens 100 MB.");
  rows.sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));
  return rows.map(({ key, filename }) => {
    // The portal keeps no HTML; it travels as text and bears its own ending before that one.
    const name = filename.replace(/(\.html?)\.txt$/i, "$1");
    const extension = name.split(".").at(-1)?.toLowerCase() ?? "";
    if (!(pageImportExtensions as readonly string[]).includes(extension))
      throw invalidField("keys", `Dateien: „${name}“ ist nichts, woraus Seiten werden.`);
    return { key, name };
  });
}

/** The bytes of the files that were given; throws a Problem once they are gone. */
export async function readGiven({ uploads }: Pick<PersonContext, "uploads">, given: GivenKey[]): Promise<GivenFile[]> {
  const files: GivenFile[] = [];
  for (const { key, name } of given) {
    const stream = await uploads.store.read(key);
    if (!stream)
      throw new Problem("precondition", { message: "Die Dateien sind nicht mehr da. Wähle sie erneut aus." });
    files.push({ name, bytes: await buffer(stream) });
  }
  return files;
}

async function check(ctx: PersonContext, id: string, given: GivenKey[]): Promise<void> {
  const pages: KeptPage[] = [];
  const used = new Set<number>();
  let files = 0;
  const set = (change: object) => ctx.db.updateTable("pageImports").set(change).where("id", "=", id).execute();
  try {
    await readPagesApart(
      await readGiven(ctx, given),
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
          Object.assign(pages[index] ?? {}, { ...step, content: undefined, files: step.files.length });
          for (const file of step.files) used.add(file);
        },
      },
      { isDry: true },
    );
    const unused = Array.from({ length: files }, (_, index) => index).filter((index) => !used.has(index)).length;
    await set({ state: "checked", pagesJson: JSON.stringify(pages), unused });
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof UnreadableFile))
      ctx.log.error({ err: error, pageImportId: id }, "page import could not be checked");
    await set({ state: "failed", problem: problemOf(error), endedAt: ctx.now().toISOString() });
  }
}

/** The sentence for the person who imports. */
export function problemOf(error: unknown): string {
  if (error instanceof Problem || error instanceof UnreadableFile) return error.message;
  return "Das hat nicht geklappt. Bitte versuche es erneut.";
}
