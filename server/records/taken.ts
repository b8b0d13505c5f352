import type { z } from "zod";
import type * as contract from "../../contract/records/list-input.ts";
import type { RecordBody } from "../../contract/records/rows.ts";
import { refuseHidden } from "./commands.ts";
import { findTaken } from "./conflicts.ts";
import type { RecordContext } from "./record-context.ts";
import type { RecordStore } from "./store.ts";

/** Whether another record has what was entered and only one may have, before it is saved; null when none has. */
export async function readTaken(
  store: RecordStore,
  ctx: RecordContext,
  { body, exceptId = "" }: { body: RecordBody } & Pick<z.infer<typeof contract.takenOf>, "exceptId">,
) {
  refuseHidden(store, ctx, body);
  const values = { ...body, ...store.uniqueOf?.(body) };
  return (await findTaken(ctx.db, store, values, { exceptId, changed: Object.keys(values) })) ?? null;
}
