import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type Claim,
  type ClaimKey,
  type ClaimSubjectType,
  maxClaimWorkdays,
  signMs,
} from "../../../contract/claims/claims.ts";
import { addDays, portalMoment } from "../../../contract/time/portal-time.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { isWorkday } from "../../../contract/time/work-calendar.ts";
import type { Tx } from "../../db/transact.ts";
import type { Queryable } from "../../search/run.ts";
import { findSubject, subjectOf } from "./subjects.ts";

/** Who takes care of some things of a type now, by their ids. */
export async function claimsOf(
  db: Queryable,
  type: ClaimSubjectType,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Claim>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("claims")
    .innerJoin("users", "users.id", "claims.userId")
    .select(["subjectId", "claimedAt", "endsAt", "askedAt", "users.id", "users.name", "users.imageKey"])
    .where("subjectType", "=", type)
    .where("subjectId", "in", [...ids])
    .where("endsAt", ">", now.toISOString())
    .execute();
  return new Map(
    rows.map(({ subjectId, claimedAt, endsAt, askedAt, id, name, imageKey }) => [
      subjectId,
      {
        user: { id, name, image: imageKey },
        since: new Date(claimedAt),
        endsAt: new Date(endsAt),
        isAsked: askedAt !== null,
      },
    ]),
  );
}

/** Who takes care of one thing now. */
export async function claimOf(db: Queryable, { type, id }: ClaimKey, now: Date): Promise<Claim | null> {
  return (await claimsOf(db, type, [id], now)).get(id) ?? null;
}

/**
 * The SQL that holds for what somebody else than a person takes care of, by the column with its id: of that the person
 * is not reminded.
 */
export function isClaimedByOther(
  type: ClaimSubjectType,
  idColumn: RawBuilder<unknown>,
  { userId, now }: { userId: RawBuilder<unknown> | string; now: Date },
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from claims as c where c.subject_type = ${type} and c.subject_id = ${idColumn}
    and c.user_id <> ${userId} and c.ends_at > ${now.toISOString()})`;
}

/** Ends a claim because its thing is done, put off or gone; what ended it tells of it in the history. */
export async function endClaimIn(tx: Tx, { type, id }: ClaimKey): Promise<void> {
  const ended = await tx.db
    .deleteFrom("claims")
    .where("subjectType", "=", type)
    .where("subjectId", "=", id)
    .returning("userId")
    .execute();
  if (ended.length > 0) signalClaim(tx, { type, id });
}

/**
 * Lets whoever takes care of something take care of what has taken it up, as long as nobody does so already; the claim of
 * what was taken up ends in any case.
 */
export async function passClaimIn(tx: Tx, from: ClaimKey, to: ClaimKey): Promise<void> {
  const claims = ({ type, id }: ClaimKey) => sql<SqlBool>`claims.subject_type = ${type} and claims.subject_id = ${id}`;
  const at = tx.now().toISOString();
  const [outlived] = await tx.db
    .deleteFrom("claims")
    .where(claims(to))
    .where("endsAt", "<=", at)
    .returning("userId")
    .execute();
  if (outlived) await recordClaim(tx, "claim.ended", to, outlived.userId);
  const passed = await tx.db
    .updateTable("claims")
    .set({ subjectType: to.type, subjectId: to.id })
    .where(claims(from))
    .where("endsAt", ">", at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("claims as other")
            .select("other.userId")
            .where("other.subjectType", "=", to.type)
            .where("other.subjectId", "=", to.id),
        ),
      ),
    )
    .returning("userId")
    .executeTakeFirst();
  await endClaimIn(tx, from);
  if (!passed) return;
  await subjectOf(to.type)?.follow?.(tx, to.id, passed.userId);
  signalClaim(tx, from);
  signalClaim(tx, to);
}

/** Lets a claim end with the last day on which something can be done, where that has come closer since it was made. */
export async function shortenClaimIn(tx: Tx, { type, id }: ClaimKey, lastDay: string): Promise<void> {
  const endsAt = endOfClaim(type, lastDay, tx.now());
  const shortened = await tx.db
    .updateTable("claims")
    .set({ endsAt })
    .where("subjectType", "=", type)
    .where("subjectId", "=", id)
    .where("endsAt", ">", endsAt)
    .returning("userId")
    .execute();
  if (shortened.length > 0) signalClaim(tx, { type, id });
}

/** Takes note that the person who takes care of something is at it; nothing happens where it is somebody else. */
export async function noteSignIn(tx: Tx, { type, id }: ClaimKey, userId: string): Promise<boolean> {
  const now = tx.now();
  const row = await tx.db
    .updateTable("claims")
    .set({ lastSignAt: now.toISOString(), askedAt: null, ...(lastsUntilNoSign(type) && { endsAt: endAfterSign(now) }) })
    .where("subjectType", "=", type)
    .where("subjectId", "=", id)
    .where("userId", "=", userId)
    .where("endsAt", ">", now.toISOString())
    .executeTakeFirst();
  if (row.numUpdatedRows === 0n) return false;
  signalClaim(tx, { type, id });
  return true;
}

/** Releases everything that somebody takes care of: they are not here any more. */
export async function releaseClaimsOf(tx: Tx, userId: string): Promise<void> {
  const released = await tx.db
    .deleteFrom("claims")
    .where("userId", "=", userId)
    .returning(["subjectType as type", "subjectId as id"])
    .execute();
  for (const key of released) {
    await recordClaim(tx, "claim.ended", key, userId);
    signalClaim(tx, key);
  }
}

/** Writes a row into the history of what a claim is about. */
export async function recordClaim(
  tx: Tx,
  kind: "claim.made" | "claim.released" | "claim.ended",
  key: ClaimKey,
  userId: string,
): Promise<void> {
  const found = await findSubject(tx.db, key);
  if (!found) return;
  await subjectOf(key.type)?.follow?.(tx, key.id, kind === "claim.made" ? userId : null);
  const { name } = await tx.db.selectFrom("users").select("name").where("id", "=", userId).executeTakeFirstOrThrow();
  const claimed = { claim: { id: userId, label: name } };
  await tx.record({
    kind,
    subject: found.history,
    ...(kind === "claim.made" ? { after: claimed } : { before: claimed }),
  });
}

export function signalClaim(tx: Tx, { type, id }: ClaimKey): void {
  tx.signal({ event: "claimChanged", payload: { claim: { type, id } } });
}

const lastsUntilNoSign = (type: ClaimSubjectType) => subjectOf(type)?.lasts === "untilNoSign";
const endAfterSign = (now: Date) => new Date(now.getTime() + signMs).toISOString();

/**
 * When a claim that is made now ends by itself: some time after the last sign, or at the end of the last of some working
 * days, though never after the last day on which something can be done.
 */
export function endOfClaim(type: ClaimSubjectType, lastDay: string | null | undefined, now: Date): string {
  if (lastsUntilNoSign(type)) return endAfterSign(now);
  const today = portalDate(now);
  let day = today;
  for (let left = maxClaimWorkdays; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkday(day)) left -= 1;
  }
  const last = lastDay && lastDay >= today && lastDay < day ? lastDay : day;
  return portalMoment(addDays(last, 1), "00:00").toISOString();
}
