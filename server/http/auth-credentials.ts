import { lockedMessage, signInErrors } from "../../contract/auth.ts";
import { createAuthenticator, credentialsProvider } from "../auth/authenticator.ts";
import { sessionCookie } from "../auth/cookies.ts";
import { SignInRefusal, startSession } from "../auth/sign-in.ts";
import { type AuthRequest, browserOf, isSecure } from "./auth-request.ts";

export type CredentialsAnswer =
  | { ok: true; setCookie: string[] }
  | { ok: false; error: SignInRefusal["code"]; message: string; retryAfterMs: number | undefined };

/** Signs in with what a form or a JSON body brought, through the authenticator; errors other than refusals pass. */
export async function signInWithCredentials(
  request: AuthRequest,
  fields: { email: unknown; password: unknown },
): Promise<CredentialsAnswer> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (typeof value === "string") form.set(name, value);
  const browser = browserOf(request);
  try {
    const posted = new Request(request.origin, { method: "POST", body: form });
    const account = await createAuthenticator(request.services, browser.ip).authenticate(credentialsProvider, posted);
    const { token } = await startSession(request.services, account, browser);
    return { ok: true, setCookie: [sessionCookie(token, isSecure(request))] };
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    const { code, retryAfterMs } = error;
    return {
      ok: false,
      error: code,
      message: retryAfterMs === undefined ? signInErrors[code] : lockedMessage(retryAfterMs),
      retryAfterMs,
    };
  }
}
