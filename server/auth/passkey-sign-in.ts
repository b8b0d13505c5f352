import { networkOf } from "../client-network.ts";
import { beginAttempt } from "./attempts.ts";
import { verifyPasskey } from "./passkeys.ts";
import type { Entry } from "./second-step.ts";
import { SignInRefusal, startSession } from "./sign-in.ts";
import { type AuthSurroundings, actingAs, type Browser } from "./surroundings.ts";

/** Lets in whoever shows a passkey that verified its holder: that is both factors at once. Throws a SignInRefusal. */
export async function signInWithPasskey(
  surroundings: AuthSurroundings,
  { response, origin }: { response: unknown; origin: string },
  browser: Browser,
): Promise<Entry> {
  const attempt = await beginAttempt({ ...surroundings, ...actingAs(surroundings, undefined) }, [
    { kind: "passkey", value: networkOf(browser.ip) },
  ]);
  if ("retryAfterMs" in attempt) throw new SignInRefusal("RateLimited", attempt.retryAfterMs);
  const known = await verifyPasskey(surroundings, { kind: "passkey.signIn", response, origin });
  if (!known) throw new SignInRefusal("PasskeyInvalid");
  await attempt.succeed();
  const account = await surroundings.db
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "=", known.userId)
    .executeTakeFirstOrThrow();
  return startSession(surroundings, { ...account, passwordHash: undefined }, browser, "passkey");
}
