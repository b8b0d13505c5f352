import type { z } from "zod";
import type { trashPage as trashInput } from "../../../contract/wiki/page-input.ts";
import { transact } from "../../db/transact.ts";
import { archiveRecordIn, type Written } from "../../records/commands.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readPlaced } from "./place.ts";
import { pages } from "./store.ts";
import { lift } from "./trash.ts";

/** Puts a page into the trash, with what lies below it or without. */
export async function trashPage(
  ctx: RecordContext & Pick<PersonContext, "pageRooms">,
  { id, version, withChildren }: z.infer<typeof trashInput>,
): Promise<Written> {
  const trashed = await transact(ctx, async (tx) => {
    if (!withChildren) await lift(tx, await readPlaced(tx.db, ctx.person, id));
    return archiveRecordIn(tx, pages, ctx, { id, version });
  });
  await ctx.pageRooms.recheck("all");
  return trashed;
}
