import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { type Account, verifyCredentials } from "./sign-in.ts";
import type { AuthSurroundings, Browser } from "./surroundings.ts";

export const credentialsProvider = "credentials";

/** Signs in by a form with the fields email and password; `authenticate` throws a SignInRefusal. */
export function createAuthenticator(surroundings: AuthSurroundings, browser: Browser): Authenticator<Account> {
  const byPassword = new FormStrategy(({ form }) =>
    verifyCredentials(surroundings, { email: form.get("email"), password: form.get("password") }, browser),
  );
  return new Authenticator<Account>().use(byPassword, credentialsProvider);
}
