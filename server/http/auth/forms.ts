import { z } from "zod";
import { confirmEmailPath, signInErrors, signInPath } from "../../../contract/auth/auth.ts";
import { acceptInvitation, createFirstAccount } from "../../../contract/users/users.ts";
import { cookieNames, endedSessionCookie, serializeCookie, sessionCookie } from "../../auth/cookies.ts";
import { csrfTokenOf, isCsrfTokenValid } from "../../auth/csrf.ts";
import type { Entry } from "../../auth/second-step.ts";
import { endSession } from "../../auth/session-ends.ts";
import { confirmEmail, findEmailChange } from "../../features/users/email.ts";
import * as joining from "../../features/users/joining.ts";
import { asProblem, Problem } from "../../problem.ts";
import type { FormAnswer, PageAuth } from "../load-context.ts";
import { entryOf, signInWithCredentials } from "./credentials.ts";
import { type Form, fieldProblems, readForm, refused, withoutSecrets } from "./form-parts.ts";
import { authPageForms } from "./page-forms.ts";
import { type AuthRequest, browserOf, csrfCookieOf, isSecure, landingPath } from "./request.ts";

/** Beside its checkbox the form has a hidden field, so that an empty box differs from a form that has none. */
const joinForm = acceptInvitation.extend({
  endsTokens: z
    .string()
    .optional()
    .transform((sent) => sent !== "off"),
});

// A checkbox sends "on" or nothing.
const setUpForm = createFirstAccount.extend({
  sampleData: z
    .string()
    .optional()
    .transform((sent) => sent === "on"),
});

/** The forms of the pages under /auth, and the cookies that the rendered page has to carry. */
export function authForms(source: AuthRequest): {
  auth: PageAuth;
  setCookies(): string[];
  /** Whether the page holds a token that nobody else may learn. */
  holdsToken(): boolean;
} {
  const { services } = source;
  const csrf = csrfTokenOf(csrfCookieOf(source), services.signingKey);
  const csrfCookie = serializeCookie(cookieNames(isSecure(source)).csrf, csrf.cookie, { isSecure: isSecure(source) });
  let isCsrfRead = false;

  async function answer<Schema extends z.ZodObject>(
    request: Request,
    schema: Schema,
    enter: (input: z.infer<Schema>) => Promise<Entry>,
  ): Promise<FormAnswer> {
    const form = await readForm(request);
    const values = withoutSecrets(form);
    if (!isForged(form)) {
      const parsed = schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, form[name]])));
      if (!parsed.success) return refused("invalid", "", fieldProblems(parsed.error), values);
      try {
        return { ok: true, ...(await entryOf(source, await enter(parsed.data), "/")) };
      } catch (error) {
        const problem = asProblem(error);
        if (!problem) throw error;
        return refused(problem.fields ? "invalid" : "precondition", problem.message, problem.fields ?? {}, values);
      }
    }
    return refused("MissingCSRF", signInErrors.MissingCSRF, {}, values);
  }

  const isForged = (form: Form) => !isCsrfTokenValid(form.csrfToken, csrfCookieOf(source), services.signingKey);

  const auth: PageAuth = {
    get csrfToken() {
      isCsrfRead = true;
      return csrf.token;
    },
    async signIn(request) {
      const form = await readForm(request);
      const values = withoutSecrets(form);
      const email = form.email ?? "";
      if (isForged(form)) return { ...refused("MissingCSRF", signInErrors.MissingCSRF, {}, values), email };
      const callbackUrl = landingPath(source, form.callbackUrl);
      const result = await signInWithCredentials(source, { email, password: form.password }, callbackUrl);
      return result.ok ? result : { ...result, fields: {}, values, email };
    },
    async signOut(request) {
      const form = await readForm(request);
      if (isForged(form)) return refused("MissingCSRF", signInErrors.MissingCSRF, {}, {});
      await endSession(services, browserOf(source).sessionToken);
      const redirectTo = landingPath(source, form.callbackUrl, signInPath);
      return { ok: true, setCookie: [endedSessionCookie(isSecure(source))], redirectTo };
    },
    setUp: (request) =>
      answer(request, setUpForm, (input) => {
        if (source.setUp) return source.setUp.createFirstAccount(input, browserOf(source));
        throw new Problem("precondition", { message: "Die Einrichtung ist schon abgeschlossen." });
      }),
    findInvitation: (token) => joining.findInvitation(services.db, token, services.now()),
    join: (request) =>
      answer(request, joinForm, (input) => joining.acceptInvitation(services, input, browserOf(source))),
    findEmailChange: (token) => findEmailChange(services, token),
    async confirmEmail(request) {
      const form = await readForm(request);
      if (isForged(form)) return refused("MissingCSRF", signInErrors.MissingCSRF, {}, {});
      try {
        await confirmEmail(services, form.token ?? "");
        return { ok: true, setCookie: [], redirectTo: `${confirmEmailPath}?done=1` };
      } catch (error) {
        const problem = asProblem(error);
        if (!problem) throw error;
        return refused("precondition", problem.message, {}, {});
      }
    },
    ...authPageForms(source, isForged),
  };
  return { auth, setCookies: () => (isCsrfRead && csrf.isNew ? [csrfCookie] : []), holdsToken: () => isCsrfRead };
}

/** A cookie that lasts as long as the renewed session, for the answer to a request that renewed it. */
export function renewedSessionCookie(source: AuthRequest): string[] {
  const token = browserOf(source).sessionToken;
  return token ? [sessionCookie(token, isSecure(source))] : [];
}
