import type { z } from "zod";
import { apiScopes } from "../../../contract/api/scopes.ts";
import { type CreatedApiToken, maxTokens } from "../../../contract/api/tokens.ts";
import type * as contract from "../../../contract/api/tokens-input.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { selectTokens, toToken } from "./queries.ts";

/** Lets secret scanners and people recognise a token of the portal. */
const prefix = "mtc_";
const hintLength = 10;

const alreadyCreated =
  "Dieses Token wurde schon angelegt, nur die Antwort kam nicht an. Es wird kein zweites Mal gezeigt: Widerrufe es in der Liste und erstelle ein neues.";

/**
 * Makes a token; this answer is the only place where it can be read. Sent again under the same `creationId` it is
 * refused: a secret is told once, and a token that works must not be exchanged by a repetition.
 */
export async function createApiToken(
  ctx: PersonContext,
  { name, scopes, days, creationId }: z.infer<typeof contract.createApiToken>,
): Promise<CreatedApiToken> {
  const token = prefix + newToken();
  const id = newId();
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + days * dayMs);
  return transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "apiToken", creationId, id }, alreadyCreated);
    const own = await tx.db.selectFrom("apiTokens").select("id").where("userId", "=", ctx.person.id).execute();
    if (own.length >= maxTokens)
      throw new Problem("precondition", { message: `Du kannst höchstens ${maxTokens} Token haben.` });
    await tx.db
      .insertInto("apiTokens")
      .values({
        id,
        name,
        userId: ctx.person.id,
        hint: token.slice(0, hintLength),
        tokenHash: hashToken(token),
        scopesJson: JSON.stringify([...new Set(scopes)].sort()),
        createdAt: now.toISOString(),
        expiresAt: expiresAt.toISOString(),
        lastUsedAt: null,
        lastUsedFrom: null,
      })
      .execute();
    await tx.record({ kind: "apiToken.created", subject: { type: "apiToken", id }, after: { name, scopes, days } });
    const rights = scopes.map((scope) => apiScopes[scope]).join(", ");
    await noticeSecurity(tx, {
      userId: ctx.person.id,
      title: "API-Token erstellt",
      text: `Mit dem neuen Token „${name}“ greift ein Programm bis zum ${formatCalendarDate(portalDate(expiresAt))} in deinem Namen auf das Portal zu (${rights}). Warst du das nicht, widerrufe es in deinem Konto und ändere dein Passwort.`,
    });
    const row = await selectTokens(tx.db).where("apiTokens.id", "=", id).executeTakeFirstOrThrow();
    return { ...toToken(row), token };
  });
}

/** Ends a token at once: a person's own, or anybody's for who may manage people. */
export async function revokeApiToken(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const row = await tx.db.selectFrom("apiTokens").select(["name", "userId"]).where("id", "=", id).executeTakeFirst();
    if (!row || (row.userId !== ctx.person.id && !hasAbility(ctx.person.role, "manageUsers"))) throw notFound();
    await tx.db.deleteFrom("apiTokens").where("id", "=", id).execute();
    await tx.record({
      kind: "apiToken.revoked",
      subject: { type: "apiToken", id },
      before: { name: row.name, userId: row.userId },
    });
    return { id };
  });
}
