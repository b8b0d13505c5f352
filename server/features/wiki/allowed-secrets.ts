import type { z } from "zod";
import { secretLabels } from "../../../contract/document/secrets.ts";
import type { allowSecret } from "../../../contract/wiki/page-input.ts";
import { transact } from "../../db/transact.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readPlaced } from "./place.ts";

/** Keeps in the protocol that somebody wrote what looks like a secret although they were warned; never the secret. */
export async function noteAllowedSecret(ctx: RecordContext, { id, kinds }: z.infer<typeof allowSecret>): Promise<void> {
  await transact(ctx, async (tx) => {
    const page = await readPlaced(tx.db, ctx.person, id);
    // The protocol lists what a change names, so each kind stands under the words that people read there.
    const after = Object.fromEntries(kinds.map((kind) => [secretLabels[kind], true]));
    await tx.record({ kind: "page.secret-allowed", subject: { type: "page", id: page.id }, after });
  });
}
