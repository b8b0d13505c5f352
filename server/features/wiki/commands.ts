import type { z } from "zod";
import { secretLabels } from "../../../contract/document/secrets.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type {
  allowSecret,
  publishPage as publishInput,
  setPageVisibility,
  trashPage as trashInput,
} from "../../../contract/wiki/page-input.ts";
import { transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import { archiveRecordIn, updateRecordIn, type Written } from "../../records/commands.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { newestRevision } from "./content/save-content.ts";
import { readHierarchyPage } from "./hierarchy/position.ts";
import { pages } from "./store.ts";
import { lift } from "./tree/trash.ts";

/** Says for whom a page and what lies below it is; whoever has it open and may not read it any more is sent away. */
export async function setVisibility(
  ctx: PersonContext,
  { id, visibility, version }: z.infer<typeof setPageVisibility>,
): Promise<Written> {
  const update = { params: { id }, body: { visibility }, version };
  const written = await transact(ctx, (tx) => updateRecordIn(tx, pages, ctx, update));
  await ctx.pageRooms.recheck("all");
  return written;
}

/** Gives a page another title, whatever else of it has changed since it was read. */
export async function renamePage(ctx: RecordContext, { id, body }: { id: string; body: RecordBody }): Promise<Written> {
  return transact(ctx, (tx) => updateRecordIn(tx, pages, ctx, { params: { id }, body }));
}

/** Makes of a draft a page for everybody whom it is for. */
export async function publishPage(ctx: PersonContext, { id }: z.infer<typeof publishInput>): Promise<Written> {
  const update = { params: { id }, body: { status: "published" } };
  const written = await transact(ctx, (tx) => updateRecordIn(tx, pages, ctx, update));
  await ctx.pageRooms.recheck("all");
  return written;
}

/** Puts a page into the trash, with what lies below it or without. */
export async function trashPage(
  ctx: RecordContext & Pick<PersonContext, "pageRooms">,
  { id, version, withChildren }: z.infer<typeof trashInput>,
): Promise<Written> {
  const trashed = await transact(ctx, async (tx) => {
    if (!withChildren) await lift(tx, await readHierarchyPage(tx.db, ctx.person, id));
    return archiveRecordIn(tx, pages, ctx, { id, version });
  });
  await ctx.pageRooms.recheck("all");
  return trashed;
}

/** Makes a revision of what has been written so far, at once instead of when typing rests. Throws not_found. */
export async function settlePage(ctx: PersonContext, { id }: { id: string }): Promise<{ revisionNo: number }> {
  if (!(await isReadable(ctx.db, { type: "page", id }, ctx.person))) throw notFound();
  await ctx.pageRooms.materialise(id);
  return { revisionNo: await newestRevision(ctx.db, id) };
}

/** Records in the audit log that somebody wrote what looks like a secret although they were warned; never the secret. */
export async function noteAllowedSecret(ctx: RecordContext, { id, kinds }: z.infer<typeof allowSecret>): Promise<void> {
  await transact(ctx, async (tx) => {
    const page = await readHierarchyPage(tx.db, ctx.person, id);
    // The audit log lists what a change names, so each kind stands under the words that people read there.
    const after = Object.fromEntries(kinds.map((kind) => [secretLabels[kind], true]));
    await tx.record({ kind: "page.secret-allowed", subject: { type: "page", id: page.id }, after });
  });
}
