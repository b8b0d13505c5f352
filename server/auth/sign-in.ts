import { credentials as credentialsShape, type SignInError, type SignInMethod } from "../../contract/auth/auth.ts";
import { activeUsers } from "../db/active-users.ts";
import { type Tx, transact } from "../db/transact.ts";
import { colleaguesHearing } from "../notifications/preferences.ts";
import { beginAttempt, countsFor } from "./attempts.ts";
import { deviceLabel, knownDevice } from "./devices.ts";
import { noticeSecurity } from "./notice.ts";
import { verifyPassword } from "./passwords.ts";
import { deleteSessionOf } from "./session-ends.ts";
import { createSession } from "./sessions.ts";
import { type AuthSurroundings, actingAs, type Browser } from "./surroundings.ts";
import { preferencesOfUser } from "./user-preferences.ts";

/** Why somebody was not signed in. Whether the account exists makes no difference to a wrong password. */
export class SignInRefusal extends Error {
  override name = "SignInRefusal";
  readonly code: SignInError;
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
  /** Of the password that let them in; undefined where something else did. */
  passwordHash: string | undefined;
}

/** The account of an e-mail address and its password; throws a SignInRefusal. */
export async function verifyCredentials(
  surroundings: AuthSurroundings,
  input: unknown,
  { ip, deviceToken }: Pick<Browser, "ip" | "deviceToken">,
): Promise<Account> {
  const parsed = credentialsShape.safeParse(input);
  if (!parsed.success) throw new SignInRefusal("CredentialsSignin");
  const email = parsed.data.email.trim().toLowerCase();
  const account = await activeUsers(surroundings.db)
    .select(["id", "name", "passwordHash", "accessEpoch"])
    .where("email", "=", email)
    .where("joinedAt", "is not", null)
    .executeTakeFirst();
  const device = account && knownDevice(deviceToken, account, surroundings.signingKey);
  const context = { ...surroundings, ...actingAs(surroundings, undefined) };
  const attempt = await beginAttempt(context, countsFor(email, { ip, device, accessEpoch: account?.accessEpoch }));
  if ("retryAfterMs" in attempt) throw new SignInRefusal("RateLimited", attempt.retryAfterMs);
  const matches = await verifyPassword(account?.passwordHash ?? null, parsed.data.password);
  if (!account?.passwordHash || !matches) throw new SignInRefusal("CredentialsSignin");
  await attempt.succeed();
  const { id, name, passwordHash } = account;
  return { id, name, passwordHash };
}

/** Starts a session for a verified account, in place of the one the browser brings along, and tells colleagues. */
export async function startSession(
  surroundings: AuthSurroundings,
  account: Account,
  browser: Browser,
  method: SignInMethod = "password",
): Promise<{ token: string; startPage: string; userId: string }> {
  const { replaced, ...session } = await transact(actingAs(surroundings, account.id), async (tx) => {
    const now = surroundings.now();
    const isFirst = await isFirstSignIn(tx, account.id);
    // The account may have been deactivated, or its password changed, while the password was being verified.
    let entering = tx.db
      .updateTable("users")
      .set({ lastSeenAt: now.toISOString() })
      .where("id", "=", account.id)
      .where("deactivatedAt", "is", null)
      .where("joinedAt", "is not", null);
    if (account.passwordHash) entering = entering.where("passwordHash", "=", account.passwordHash);
    const entered = await entering.returning(["id", "accessEpoch"]).executeTakeFirst();
    if (!entered) throw new SignInRefusal(method === "password" ? "CredentialsSignin" : "AccessDenied");
    const replaced = await deleteSessionOf(tx.db, browser.sessionToken);
    const { id, token } = await createSession(tx.db, {
      userId: account.id,
      userAgent: browser.userAgent,
      ip: browser.ip,
      method,
      now,
    });
    await tx.record({
      kind: "user.signed-in",
      subject: { type: "user", id: account.id },
      after: { sessionId: id, method },
    });
    if (!isFirst && !knownDevice(browser.deviceToken, entered, surroundings.signingKey))
      await noticeNewBrowser(tx, account.id, browser);
    const user = { id: account.id, name: account.name };
    const { isInvisible, startPage } = await preferencesOfUser(tx.db, account.id);
    const hearing = isInvisible ? [] : await colleaguesHearing(tx.db, "signIn", account.id);
    for (const toUserId of hearing) tx.signal({ event: "userLogin", payload: { user }, toUserId });
    return { token, startPage, userId: account.id, replaced };
  });
  if (replaced) surroundings.live.disconnect({ sessionId: replaced });
  return session;
}

/** Nobody needs to be told of the browser in which they have just made their account. */
async function isFirstSignIn(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.db.selectFrom("users").select("lastSeenAt").where("id", "=", userId).executeTakeFirst();
  return !row?.lastSeenAt;
}

/** A stranger who knows the password comes in by a browser that the account has never been in. */
function noticeNewBrowser(tx: Tx, userId: string, { ip, userAgent }: Browser): Promise<void> {
  const from = ip ? ` (Adresse ${ip})` : "";
  return noticeSecurity(tx, {
    userId,
    title: "Anmeldung in einem neuen Browser",
    text: `${deviceLabel(userAgent)}${from}: Dort war dein Konto bisher nicht angemeldet. Warst du das nicht, melde dich überall ab und ändere dein Passwort.`,
  });
}
