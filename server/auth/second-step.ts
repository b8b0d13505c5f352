import type { SignInMethod } from "../../contract/auth/auth.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import { networkOf } from "../client-network.ts";
import type { Db } from "../db/connection.ts";
import { transact } from "../db/transact.ts";
import { accessEpochOf } from "./access-epoch.ts";
import { beginAttempt, type Counted } from "./attempts.ts";
import { knownDevice } from "./devices.ts";
import { factorsOf, hasFactor } from "./factors.ts";
import { noticeSecurity } from "./notice.ts";
import { verifyPasskey } from "./passkeys.ts";
import { countRecoveryCodes, redeemRecoveryCode } from "./recovery-codes.ts";
import { type Account, SignInRefusal, startSession } from "./sign-in.ts";
import { beginStep, findStep, type Step, takeStep } from "./steps.ts";
import { type AuthSurroundings, actingAs, type Browser } from "./surroundings.ts";
import { hashToken } from "./tokens.ts";
import { redeemTotpCode } from "./totp.ts";

/** A session's token, or that of a sign-in that still lacks its second step. */
export type Entry =
  | { token: string; userId: string; startPage?: string; secondStep?: undefined }
  | { token?: undefined; secondStep: string };

/** What somebody shows in the second step. */
export type Proof = { code: string } | { recoveryCode: string } | { passkey: unknown; origin: string };

export const secondStepMs = 10 * minuteMs;

interface Pending {
  /** Of the password that was right, so that a new one ends what began with the former. */
  passwordMark?: string;
  method: SignInMethod;
  callbackUrl: string;
}

/** Lets a verified account in, or to the second step where it has one. */
export async function enter(
  surroundings: AuthSurroundings,
  account: Account,
  browser: Browser,
  { method, callbackUrl, isComplete = false }: { method: SignInMethod; callbackUrl: string; isComplete?: boolean },
): Promise<Entry> {
  if (isComplete || !(await hasFactor(surroundings.db, account.id)))
    return startSession(surroundings, account, browser, method);
  const now = surroundings.now();
  return { secondStep: await beginSecondStep(surroundings.db, account, { method, callbackUrl, now }) };
}

/** Remembers who has done the first step; returns the token for their browser. */
export function beginSecondStep(
  db: Db,
  { id: userId, passwordHash }: Pick<Account, "id" | "passwordHash">,
  { method, callbackUrl, now }: { method: SignInMethod; callbackUrl: string; now: Date },
): Promise<string> {
  const details: Pending = { method, callbackUrl };
  if (passwordHash) details.passwordMark = hashToken(passwordHash);
  return beginStep(db, { kind: "secondStep", userId, details, lifetimeMs: secondStepMs, now });
}

/** What a browser may show to finish its sign-in; undefined when there is none, or it took too long. */
export async function findSecondStep({ db, now }: AuthSurroundings, token: string | undefined) {
  const step = await findStep<Pending>(db, "secondStep", token, now());
  if (!step?.userId) return undefined;
  const hasRecoveryCodes = (await countRecoveryCodes(db, step.userId)) > 0;
  return { userId: step.userId, ...(await factorsOf(db, step.userId)), hasRecoveryCodes };
}

/** Finishes a sign-in by what somebody shows; throws a SignInRefusal, after which they may try again. */
export async function finishSecondStep(
  surroundings: AuthSurroundings,
  token: string | undefined,
  proof: Proof,
  browser: Browser,
): Promise<{ token: string; userId: string; startPage: string; callbackUrl: string }> {
  const { db } = surroundings;
  const step = await findStep<Pending>(db, "secondStep", token, surroundings.now());
  if (!step?.userId) throw new SignInRefusal("SecondStepExpired");
  const { userId } = step;
  const owner = { id: userId, accessEpoch: await accessEpochOf(db, userId) };
  const device = knownDevice(browser.deviceToken, owner, surroundings.signingKey);
  // Whoever comes so far knows the password, so that elsewhere all guesses at the code count together.
  const counted: Counted[] = device
    ? [{ kind: "device", value: `${device} ${userId}` }]
    : [
        { kind: "code", value: userId },
        { kind: "ip", value: networkOf(browser.ip) },
      ];
  const attempt = await beginAttempt({ ...surroundings, ...actingAs(surroundings, userId) }, counted);
  if ("retryAfterMs" in attempt) throw new SignInRefusal("RateLimited", attempt.retryAfterMs);
  const method = await verifyProof(surroundings, userId, proof);
  await attempt.succeed();
  if (!(await takeStep(db, "secondStep", token, surroundings.now()))) throw new SignInRefusal("SecondStepExpired");
  const account = await accountOf(surroundings, userId, step);
  const session = await startSession(surroundings, account, browser, method);
  return { ...session, callbackUrl: step.details.callbackUrl };
}

async function verifyProof(surroundings: AuthSurroundings, userId: string, proof: Proof): Promise<SignInMethod> {
  if ("passkey" in proof) {
    const known = await verifyPasskey(surroundings, {
      kind: "passkey.secondStep",
      userId,
      origin: proof.origin,
      response: proof.passkey,
    });
    if (!known) throw new SignInRefusal("PasskeyInvalid");
    return "passkey";
  }
  if ("recoveryCode" in proof) return signInByRecoveryCode(surroundings, userId, proof.recoveryCode);
  if (!(await redeemTotpCode(surroundings, userId, proof.code))) throw new SignInRefusal("CodeInvalid");
  return "totp";
}

async function signInByRecoveryCode(
  surroundings: AuthSurroundings,
  userId: string,
  code: string,
): Promise<SignInMethod> {
  await transact(actingAs(surroundings, userId), async (tx) => {
    if (!(await redeemRecoveryCode(tx.db, userId, code, surroundings.signingKey)))
      throw new SignInRefusal("CodeInvalid");
    const after = { left: await countRecoveryCodes(tx.db, userId) };
    await tx.record({ kind: "user.recovery-code-used", subject: { type: "user", id: userId }, after });
    await noticeSecurity(tx, {
      userId,
      title: "Wiederherstellungscode verwendet",
      text: `Jemand hat sich mit einem deiner Wiederherstellungscodes angemeldet. Übrig: ${after.left}.`,
    });
  });
  return "recoveryCode";
}

async function accountOf({ db }: AuthSurroundings, userId: string, step: Step<Pending>): Promise<Account> {
  const { passwordMark } = step.details;
  const row = await db
    .selectFrom("users")
    .select(["id", "name", "passwordHash"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (passwordMark && (!row.passwordHash || hashToken(row.passwordHash) !== passwordMark))
    throw new SignInRefusal("SecondStepExpired");
  return { ...row, passwordHash: passwordMark && row.passwordHash ? row.passwordHash : undefined };
}
