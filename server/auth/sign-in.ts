import { credentials as credentialsShape } from "../../contract/auth.ts";
import type { MutableEvent } from "../../contract/users.ts";
import type { Db } from "../db/connection.ts";
import { transact } from "../db/transact.ts";
import { beginAttempt, networkOf } from "./attempts.ts";
import { verifyPassword } from "./passwords.ts";
import { deleteSessionOf } from "./session-ends.ts";
import { createSession } from "./sessions.ts";
import { type AuthSurroundings, actingAs, type Browser } from "./surroundings.ts";

/** Why somebody was not signed in. Whether the account exists makes no difference. */
export class SignInRefusal extends Error {
  override name = "SignInRefusal";
  readonly code: "CredentialsSignin" | "RateLimited";
  readonly retryAfterMs: number | undefined;

  constructor(code: SignInRefusal["code"], retryAfterMs?: number) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Account {
  id: string;
  name: string;
  passwordHash: string;
}

/** The account of an e-mail address and its password; throws a SignInRefusal. */
export async function verifyCredentials(
  surroundings: AuthSurroundings,
  input: unknown,
  ip: string | undefined,
): Promise<Account> {
  const parsed = credentialsShape.safeParse(input);
  if (!parsed.success) throw new SignInRefusal("CredentialsSignin");
  const email = parsed.data.email.trim().toLowerCase();
  const attempt = await beginAttempt({ ...surroundings, ...actingAs(surroundings, undefined) }, [
    { kind: "account", value: email },
    { kind: "ip", value: networkOf(ip) },
  ]);
  if ("retryAfterMs" in attempt) throw new SignInRefusal("RateLimited", attempt.retryAfterMs);

  const account = await surroundings.db
    .selectFrom("users")
    .select(["id", "name", "passwordHash"])
    .where("email", "=", email)
    .where("deactivatedAt", "is", null)
    .where("joinedAt", "is not", null)
    .executeTakeFirst();
  const matches = await verifyPassword(account?.passwordHash ?? null, parsed.data.password);
  if (!account?.passwordHash || !matches) throw new SignInRefusal("CredentialsSignin");
  await attempt.succeed();
  return { ...account, passwordHash: account.passwordHash };
}

/** Starts a session for a verified account, in place of the one the browser brings along, and tells colleagues. */
export async function startSession(
  surroundings: AuthSurroundings,
  account: Account,
  browser: Browser,
): Promise<{ token: string }> {
  const { token, replaced } = await transact(actingAs(surroundings, account.id), async (tx) => {
    const now = surroundings.now();
    // The account may have been deactivated, or its password changed, while the password was being verified.
    const entered = await tx.db
      .updateTable("users")
      .set({ lastSeenAt: now.toISOString() })
      .where("id", "=", account.id)
      .where("passwordHash", "=", account.passwordHash)
      .where("deactivatedAt", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!entered) throw new SignInRefusal("CredentialsSignin");
    const replaced = await deleteSessionOf(tx.db, browser.sessionToken);
    const { id, token } = await createSession(tx.db, {
      userId: account.id,
      userAgent: browser.userAgent,
      ip: browser.ip,
      now,
    });
    await tx.record({
      kind: "user.signed-in",
      subject: { type: "user", id: account.id },
      after: { sessionId: id },
    });
    const user = { id: account.id, name: account.name };
    for (const toUserId of await colleaguesHearing(tx.db, "userLogin", account.id))
      tx.signal({ event: "userLogin", payload: { user }, toUserId });
    return { token, replaced };
  });
  if (replaced) surroundings.live.disconnect({ sessionId: replaced });
  return { token };
}

/** The ids of everybody active, save one person, who has not muted an event. */
export async function colleaguesHearing(db: Db, event: MutableEvent, exceptUserId: string): Promise<string[]> {
  const colleagues = await db
    .selectFrom("users")
    .select(["id", "mutedEvents"])
    .where("id", "!=", exceptUserId)
    .where("joinedAt", "is not", null)
    .where("deactivatedAt", "is", null)
    .execute();
  return colleagues.filter(({ mutedEvents }) => !JSON.parse(mutedEvents).includes(event)).map(({ id }) => id);
}
