import type { z } from "zod";
import type { FeedbackContext } from "../../../contract/feedback/feedback-entry.ts";
import type * as contract from "../../../contract/feedback/feedback-input.ts";
import { ownerOf } from "../../../contract/files/attachments.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { archived, forbidden, notFound, Problem } from "../../problem.ts";
import { createRecordIn, eraseRecordIn, type Written } from "../../records/commands.ts";
import { findCreation, noteCreation } from "../../records/forms/creations.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readStored } from "../../records/stored.ts";
import { attachFile } from "../files/commands.ts";
import { refuseFiles } from "./files.ts";
import { canWithdraw } from "./policy.ts";
import { feedback } from "./store.ts";
import { follow, recordActivity, signalUpdate, unfollow, unvote, vote } from "./support.ts";

interface GivenFeedback {
  body: RecordBody;
  context?: FeedbackContext | undefined;
  files: string[];
  creationId?: string | undefined;
}

/** Takes what somebody has to say, with its pictures and what their browser told, where they left that in. */
export async function giveFeedback(ctx: RecordContext, given: GivenFeedback): Promise<Written & { number: string }> {
  const { creationId } = given;
  return transact(ctx, async (tx) => {
    const known = creationId && (await findCreation(tx, ctx, { type: "feedback", creationId }));
    // Its answer was lost: what was sent with it is there already.
    if (known) return { ...known, ...(await readNumbered(tx, known.id)) };
    const written = await createRecordIn(tx, feedback, ctx, given.body);
    if (creationId) await noteCreation(tx, ctx, { type: "feedback", creationId, id: written.id });
    const owner = ownerOf({ type: "feedback", id: written.id });
    for (const key of new Set(given.files)) {
      await refuseFiles(tx, ctx, { id: written.id, added: key });
      await attachFile(tx, { key, owner, createdById: ctx.person.id });
    }
    if (given.context)
      await tx.db
        .insertInto("feedbackContexts")
        .values({ feedbackId: written.id, contextJson: JSON.stringify(given.context) })
        .execute();
    return { ...written, ...(await readNumbered(tx, written.id)) };
  });
}

const readNumbered = (tx: Tx, id: string) =>
  tx.db.selectFrom("feedback").select(["number", "title"]).where("id", "=", id).executeTakeFirstOrThrow();

/** An entry that something can still happen to. Throws not_found, and refuses what is archived. */
export async function readActiveEntry(tx: Tx, id: string) {
  const entry = await tx.db
    .selectFrom("feedback")
    .select(["id", "title", "number", "status", "authorId", "assigneeId", "duplicateOfId", "answer", "archivedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!entry) throw notFound();
  if (entry.archivedAt) throw archived();
  return entry;
}

/** Everybody may vote, once; the votes of a duplicate count for the entry that it repeats. */
export async function setVote(ctx: RecordContext, { id, on }: z.infer<typeof contract.voteFeedback>) {
  return transact(ctx, async (tx) => {
    const { status } = await readActiveEntry(tx, id);
    if (status === "duplicate")
      throw new Problem("precondition", {
        message: "Das ist ein Duplikat. Bitte stimme beim ursprünglichen Eintrag ab.",
      });
    await (on ? vote(tx, ctx, id, ctx.person.id) : unvote(tx, id, ctx.person.id));
    if (on) await recordActivity(tx, ctx, id);
    signalUpdate(tx, id);
    return { id, on };
  });
}

export async function setFollowing(ctx: RecordContext, { id, on }: z.infer<typeof contract.voteFeedback>) {
  return transact(ctx, async (tx) => {
    await readActiveEntry(tx, id);
    await (on ? follow(tx, ctx, id, ctx.person.id) : unfollow(tx, id, ctx.person.id));
    signalUpdate(tx, id);
    return { id, on };
  });
}

/** Deletes one's own entry for good while nobody has looked at it and nobody else votes for it. */
export async function withdrawFeedback(ctx: RecordContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const entry = await readActiveEntry(tx, id);
    const voters = await tx.db.selectFrom("feedbackVotes").select("userId").where("feedbackId", "=", id).execute();
    const voterIds = voters.map(({ userId }) => userId);
    if (!canWithdraw(ctx.person, entry, voterIds))
      throw forbidden("Zurückziehen kann nur der Autor, solange der Eintrag neu ist und niemand sonst dafür stimmt.");
    const stored = await readStored(tx.db, feedback, id);
    if (!stored) throw notFound();
    await eraseRecordIn(tx, feedback, ctx, stored);
    return { id };
  });
}
