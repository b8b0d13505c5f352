import type { OffboardingDetails, OffboardingStep } from "../../../contract/offboarding/offboarding.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";

export interface Leaving {
  id: string;
  name: string;
  deactivatedAt: string | null;
  joinedAt: string | null;
}

/** Whoever leaves; throws for people who are not known and for those who have never come. */
export async function readLeaving(db: Db, id: string): Promise<Leaving> {
  const person = await db
    .selectFrom("users")
    .select(["id", "name", "deactivatedAt", "joinedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!person) throw notFound();
  if (!person.joinedAt)
    throw new Problem("precondition", { message: "Diese Person hat die Einladung noch nicht angenommen." });
  return person;
}

/** The latest way out of a person; one that ended before they came back counts no more. */
export async function findRun(db: Db, { id }: Leaving) {
  const last = await db
    .selectFrom("offboardings")
    .selectAll()
    .where("userId", "=", id)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!last?.finishedAt) return last;
  const cameBack = await db
    .selectFrom("changes")
    .select("id")
    .where("subjectType", "=", "user")
    .where("subjectId", "=", id)
    .where("kind", "=", "user.reactivated")
    .where("at", ">", last.finishedAt)
    .executeTakeFirst();
  return cameBack ? undefined : last;
}

interface Done {
  byId: string;
  step: OffboardingStep;
  details: OffboardingDetails;
}

/** Writes down what was done in a step; the first one begins the way out. Returns the id of the run. */
export async function writeEntry(tx: Tx, person: Leaving, { byId, step, details }: Done): Promise<string> {
  const at = tx.now().toISOString();
  const offboardingId = (await findRun(tx.db, person))?.id ?? newId();
  await tx.db
    .insertInto("offboardings")
    .values({ id: offboardingId, userId: person.id, startedAt: at, byId, finishedAt: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await tx.db
    .insertInto("offboardingEntries")
    .values({ id: newId(), offboardingId, step, at, byId, detailsJson: JSON.stringify(details) })
    .execute();
  return offboardingId;
}
