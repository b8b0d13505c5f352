import { z } from "zod";
import { signInErrors, signInPath } from "../../contract/auth.ts";
import type { FieldProblems } from "../../contract/problems.ts";
import { acceptInvitation, createFirstAccount } from "../../contract/users.ts";
import { cookieNames, endedSessionCookie, serializeCookie, sessionCookie } from "../auth/cookies.ts";
import { csrfTokenOf, isCsrfTokenValid } from "../auth/csrf.ts";
import { endSession } from "../auth/session-ends.ts";
import * as joining from "../features/users/joining.ts";
import { Problem } from "../problem.ts";
import { signInWithCredentials } from "./auth-credentials.ts";
import { type AuthRequest, browserOf, csrfCookieOf, isSecure, landingPath } from "./auth-request.ts";
import type { FormAnswer, FormRefused, PageAuth } from "./load-context.ts";

type Form = Record<string, string>;

// A checkbox sends "on" or nothing.
const setUpForm = createFirstAccount.extend({
  sampleData: z
    .string()
    .optional()
    .transform((sent) => sent === "on"),
});

/** The forms of the pages under /auth, and the cookies that the rendered page has to carry. */
export function authForms(source: AuthRequest): { auth: PageAuth; setCookies(): string[] } {
  const { services } = source;
  const csrf = csrfTokenOf(csrfCookieOf(source), services.signingKey);
  const csrfCookie = serializeCookie(cookieNames(isSecure(source)).csrf, csrf.cookie, { isSecure: isSecure(source) });
  let isCsrfRead = false;

  async function answer<Schema extends z.ZodObject>(
    request: Request,
    schema: Schema,
    enter: (input: z.infer<Schema>) => Promise<{ token: string }>,
  ): Promise<FormAnswer> {
    const form = await readForm(request);
    const values = withoutSecrets(form);
    if (!isForged(form)) {
      const parsed = schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, form[name]])));
      if (!parsed.success) return refused("invalid", "", fieldProblems(parsed.error), values);
      try {
        const { token } = await enter(parsed.data);
        return { ok: true, setCookie: [sessionCookie(token, isSecure(source))], redirectTo: "/" };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return refused(error.fields ? "invalid" : "precondition", error.message, error.fields ?? {}, values);
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
      const result = await signInWithCredentials(source, { email, password: form.password });
      if (result.ok) return { ...result, redirectTo: landingPath(source, form.callbackUrl) };
      return { ...result, fields: {}, values, email };
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
      answer(request, acceptInvitation, (input) => joining.acceptInvitation(services, input, browserOf(source))),
  };
  return { auth, setCookies: () => (isCsrfRead && csrf.isNew ? [csrfCookie] : []) };
}

/** A cookie that lasts as long as the renewed session, for the answer to a request that renewed it. */
export function renewedSessionCookie(source: AuthRequest): string[] {
  const token = browserOf(source).sessionToken;
  return token ? [sessionCookie(token, isSecure(source))] : [];
}

async function readForm(request: Request): Promise<Form> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

const withoutSecrets = ({ password: _, token: __, csrfToken: ___, ...values }: Form): Form => values;

function refused<Code extends string>(
  error: Code,
  message: string,
  fields: FieldProblems,
  values: Form,
): FormRefused<Code> {
  return { ok: false, error, message: message || Object.values(fields).flat().join(" "), fields, values };
}

function fieldProblems(error: z.ZodError): FieldProblems {
  const fields: FieldProblems = {};
  for (const { path, message } of error.issues) {
    const name = path.join(".");
    fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}
