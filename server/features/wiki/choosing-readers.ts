import type { z } from "zod";
import type { setPageVisibility } from "../../../contract/wiki/page-input.ts";
import { transact } from "../../db/transact.ts";
import { updateRecordIn, type Written } from "../../records/commands.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { pages } from "./store.ts";

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
