import type { SetFeedbackStatus } from "../../../contract/feedback/feedback-input.ts";
import { answeredStatuses, closedStatuses, feedbackStatuses } from "../../../contract/feedback/statuses.ts";
import type { BulkResult } from "../../../contract/records/bulk.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import { updateRecordIn, type Written } from "../../records/commands.ts";
import { changedMeanwhile } from "../../records/conflicts.ts";
import { type BulkContext, forEachRecord } from "../../records/for-each-record.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readStored } from "../../records/stored.ts";
import { endClaimIn } from "../claims/claims.ts";
import { readActiveEntry } from "./commands.ts";
import { listSupporters, notifyOfTransition } from "./notifications.ts";
import { feedback } from "./store.ts";
import { moveSupport, recordActivity, signalUpdate } from "./support.ts";

/** Leads an entry one step on, and tells everybody to whom it matters. */
export async function setStatus(ctx: RecordContext, transition: SetFeedbackStatus): Promise<Written> {
  return transact(ctx, (tx) => setStatusIn(tx, ctx, transition));
}

/** The same for many; what is refused stays as it is. */
export async function setStatusOfMany(
  ctx: BulkContext,
  { ids, ...transition }: Omit<SetFeedbackStatus, "id" | "version"> & { ids: string[] },
): Promise<BulkResult> {
  return forEachRecord(feedback, ctx, [...new Set(ids)], (tx, within, id) =>
    setStatusIn(tx, within, { ...transition, id }),
  );
}

type Entry = Awaited<ReturnType<typeof readActiveEntry>>;

async function setStatusIn(tx: Tx, ctx: RecordContext, transition: SetFeedbackStatus): Promise<Written> {
  const { id, status, version } = transition;
  const before = await readActiveEntry(tx, id);
  if (version !== undefined) await refuseOutdated(tx, ctx, id, version);
  const isSame = before.status === status;
  const answer = transition.answer || (isSame ? before.answer : null);
  refuseInvalidTransition(before, transition, answer);
  if (transition.duplicateOfId && status === "duplicate") await refuseTarget(tx, id, transition.duplicateOfId);
  const people = isSame ? [] : await listSupporters(tx, before);
  const reason = transition.reason || null;
  const written = await updateRecordIn(tx, feedback, ctx, {
    params: { id },
    body: isSame
      ? { answer, ...(transition.releasedIn !== undefined && { releasedIn: transition.releasedIn || null }) }
      : bodyOf(transition, answer, ctx),
  });
  if (status === "duplicate" && transition.duplicateOfId && !isSame) {
    await moveSupport(tx, id, transition.duplicateOfId);
    await recordActivity(tx, ctx, transition.duplicateOfId);
    signalUpdate(tx, transition.duplicateOfId);
  }
  await notifyOfTransition(tx, ctx, { id, number: before.number, title: before.title, status, answer, reason }, people);
  if (closedStatuses.includes(status)) await endClaimIn(tx, { type: "feedback", id });
  signalUpdate(tx, id);
  return written;
}

const transitionFields = ["status", "answer", "releasedIn", "duplicateOfId"];

/** Refuses where somebody has led the entry on since a version of it; what else they changed stands in no step's way. */
async function refuseOutdated(tx: Tx, ctx: RecordContext, id: string, version: number): Promise<void> {
  const changes = await tx.db
    .selectFrom("changes")
    .select("afterJson")
    .where("subjectType", "=", "feedback")
    .where("subjectId", "=", id)
    .where("version", ">", version)
    .execute();
  const isTransition = ({ afterJson }: (typeof changes)[number]) =>
    transitionFields.some((name) => afterJson !== null && name in JSON.parse(afterJson));
  if (!changes.some(isTransition)) return;
  const stored = await readStored(tx.db, feedback, id);
  if (stored) throw await changedMeanwhile(tx, feedback, ctx, stored, version);
}

function bodyOf(
  { status, ...transition }: SetFeedbackStatus,
  answer: string | null,
  { now }: RecordContext,
): RecordBody {
  const isDone = status === "done";
  return {
    status,
    answer: answeredStatuses.includes(status) ? answer : null,
    reason: transition.reason || null,
    duplicateOfId: status === "duplicate" ? (transition.duplicateOfId ?? null) : null,
    releasedIn: isDone ? transition.releasedIn || null : null,
    doneAt: isDone ? portalDate(now()) : null,
  };
}

function refuseInvalidTransition(
  { status: from }: Entry,
  { status: to, reason, duplicateOfId }: SetFeedbackStatus,
  answer: string | null,
) {
  if (answeredStatuses.includes(to) && !answer)
    throw invalidField("answer", "Antwort: Bitte eine Antwort für den Autor schreiben.");
  if (from === to) {
    if (answeredStatuses.includes(to)) return;
    throw invalidField("status", `Status: Der Eintrag ist schon „${feedbackStatuses[to]}“.`);
  }
  if (to === "duplicate" && !duplicateOfId)
    throw invalidField("duplicateOfId", "Duplikat von: Bitte den ursprünglichen Eintrag wählen.");
  if (to === "query" && !reason) throw invalidField("reason", "Rückfrage: Was möchtest du vom Autor wissen?");
  if (!closedStatuses.includes(from)) return;
  if (closedStatuses.includes(to))
    throw new Problem("precondition", {
      message: `Der Eintrag ist „${feedbackStatuses[from]}“. Öffne ihn zuerst wieder.`,
    });
  if (!reason) throw invalidField("reason", "Begründung: Warum wird der Eintrag wieder geöffnet?");
}

/** Since nothing can be a duplicate of a duplicate, no chain of them ever closes to a circle. */
async function refuseTarget(tx: Tx, id: string, targetId: string): Promise<void> {
  const refusal = (message: string) => invalidField("duplicateOfId", `Duplikat von: ${message}`);
  if (targetId === id) throw refusal("Ein Eintrag kann kein Duplikat von sich selbst sein.");
  const target = await tx.db
    .selectFrom("feedback")
    .leftJoin("feedback as origin", "origin.id", "feedback.duplicateOfId")
    .select(["feedback.number", "feedback.status", "feedback.archivedAt", "origin.number as originNumber"])
    .where("feedback.id", "=", targetId)
    .executeTakeFirst();
  if (!target) throw refusal("Diesen Eintrag gibt es nicht.");
  if (target.archivedAt) throw refusal(`${target.number} ist archiviert.`);
  if (target.status === "duplicate")
    throw refusal(
      `${target.number} ist selbst ein Duplikat${target.originNumber ? ` von ${target.originNumber}` : ""}.`,
    );
}
