import { askBeforeMs, type Claim, type ClaimKey } from "../../../contract/claims/claims.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";
import { quoted } from "../../../contract/values/quoted.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { forbidden, notFound, Problem } from "../../problem.ts";
import type { PersonContext, Services } from "../../trpc/context.ts";
import { claimOf, endOfClaim, noteSignIn, recordClaim, signalClaim } from "./claims.ts";
import { findSubject, subjectOf } from "./subjects.ts";

type Ctx = Pick<PersonContext, "db" | "now" | "actorId" | "publish" | "person">;

/**
 * „Ich kümmere mich“. Of two people who say so at once, one succeeds and the other is told who; whoever says it twice
 * has shown that they are at it.
 */
export async function claim(ctx: Ctx, key: ClaimKey): Promise<Claim> {
  return transact(ctx, async (tx) => {
    const found = await findSubject(tx.db, key, ctx.person);
    if (!found) throw notFound();
    if (!found.isOpen) throw new Problem("precondition", { message: "Das ist schon erledigt." });
    const now = ctx.now();
    const at = now.toISOString();
    const row = {
      userId: ctx.person.id,
      claimedAt: at,
      lastSignAt: at,
      askedAt: null,
      endsAt: endOfClaim(key.type, found.lastDay, now),
    };
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto("claims")
      .values({ subjectType: key.type, subjectId: key.id, ...row })
      .onConflict((conflict) =>
        conflict.columns(["subjectType", "subjectId"]).doUpdateSet(row).where("claims.endsAt", "<=", at),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) {
      await recordClaim(tx, "claim.made", key, ctx.person.id);
      signalClaim(tx, key);
    } else if (!(await noteSignIn(tx, key, ctx.person.id))) throw await claimedByOther(tx, key);
    const made = await claimOf(tx.db, key, now);
    if (!made) throw notFound();
    return made;
  });
}

async function claimedByOther(tx: Tx, key: ClaimKey): Promise<Problem> {
  const other = await claimOf(tx.db, key, tx.now());
  const who = other ? `${other.user.name} kümmert sich schon seit ${portalTime(other.since).time}.` : "";
  return new Problem("conflict", { message: who || "Jemand anders kümmert sich schon." });
}

/** Gives back what the person takes care of; who looks after the portal may release what others have forgotten. */
export async function release(ctx: Ctx, key: ClaimKey): Promise<ClaimKey> {
  return transact(ctx, async (tx) => {
    const found = await findSubject(tx.db, key, ctx.person);
    if (!found) throw notFound();
    const before = await claimOf(tx.db, key, ctx.now());
    if (!before) return key;
    if (before.user.id !== ctx.person.id && !hasAbility(ctx.person.role, "releaseClaims"))
      throw forbidden(`Darum kümmert sich ${before.user.name}.`);
    await tx.db.deleteFrom("claims").where("subjectType", "=", key.type).where("subjectId", "=", key.id).execute();
    await recordClaim(tx, "claim.released", key, before.user.id);
    signalClaim(tx, key);
    return key;
  });
}

/** Who takes care of something, as far as the person may know of it. Throws not_found. */
export async function getClaim({ db, person, now }: Ctx, key: ClaimKey): Promise<Claim | null> {
  if (!(await findSubject(db, key, person))) throw notFound();
  return claimOf(db, key, now());
}

/** Asks people whether they are still at it, and ends what has lasted its time, each by itself. */
export async function tendClaims(services: Services): Promise<void> {
  await askForSigns(services);
  await endClaims(services);
}

const maxAtOnce = 500;

async function askForSigns(services: Services): Promise<void> {
  const now = services.now();
  const due = await services.db
    .selectFrom("claims")
    .select(["subjectType as type", "subjectId as id", "userId"])
    .where("askedAt", "is", null)
    .where("endsAt", ">", now.toISOString())
    .where("endsAt", "<=", new Date(now.getTime() + askBeforeMs).toISOString())
    .limit(maxAtOnce)
    .execute();
  for (const { userId, ...key } of due) {
    const subject = subjectOf(key.type);
    if (subject?.lasts !== "untilNoSign") continue;
    await transact(systemContext(services), async (tx) => {
      const { numUpdatedRows } = await tx.db
        .updateTable("claims")
        .set({ askedAt: now.toISOString() })
        .where("subjectType", "=", key.type)
        .where("subjectId", "=", key.id)
        .where("userId", "=", userId)
        .where("askedAt", "is", null)
        .executeTakeFirst();
      const found = await findSubject(tx.db, key);
      if (numUpdatedRows === 0n || !found) return;
      await notify(tx, {
        forUserId: userId,
        title: `Noch dran? ${quoted(found.title)}`,
        message: `Du kümmerst dich um ${escapeHtml(quoted(found.title))}. Ohne ein Zeichen von dir ist das in einer Viertelstunde wieder frei.`,
        category: subject.category,
        link: found.href,
        groupKey: `claim:${key.type}:${key.id}`,
      });
      signalClaim(tx, key);
    });
  }
}

async function endClaims(services: Services): Promise<void> {
  const at = services.now().toISOString();
  const over = await services.db
    .selectFrom("claims")
    .select(["subjectType as type", "subjectId as id"])
    .where("endsAt", "<=", at)
    .limit(maxAtOnce)
    .execute();
  for (const key of over)
    await transact(systemContext(services), async (tx) => {
      const [ended] = await tx.db
        .deleteFrom("claims")
        .where("subjectType", "=", key.type)
        .where("subjectId", "=", key.id)
        .where("endsAt", "<=", at)
        .returning("userId")
        .execute();
      if (!ended) return;
      await recordClaim(tx, "claim.ended", key, ended.userId);
      signalClaim(tx, key);
    });
}
