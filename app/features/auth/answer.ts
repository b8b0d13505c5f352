import { data, redirectDocument } from "@remix-run/node";
import { signInErrors } from "../../../contract/auth/auth.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import type { FieldProblems } from "../../../contract/problems.ts";
import type { FormAnswer, SignInAnswer } from "../../../server/http/load-context.ts";
import type { AuthRefusal } from "./auth-form.tsx";

/** Turns what the server says to a form into the answer of the route's action. Cookies change, so pages start afresh. */
export function answerForm(answer: FormAnswer | SignInAnswer) {
  if (answer.ok) {
    const headers = new Headers();
    for (const cookie of answer.setCookie) headers.append("Set-Cookie", cookie);
    throw redirectDocument(answer.redirectTo, { headers });
  }
  const { error, message, values, retryAfterMs } = answer;
  const headers = retryAfterMs ? { "Retry-After": String(Math.ceil(retryAfterMs / 1000)) } : undefined;
  const fields = error === "CredentialsSignin" ? { password: [message] } : answer.fields;
  const refusal: AuthRefusal = { message: Object.keys(fields).length > 0 ? undefined : message, fields, values };
  return data(refusal, { status: retryAfterMs ? 429 : 400, headers });
}

/** Refuses a sign-in with an empty field by itself: it is a slip of the finger, not an attempt at an account. */
export async function refuseEmptyCredentials(request: Request) {
  const form = await request.clone().formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const fields: FieldProblems = {};
  if (read("email").trim() === "") fields.email = ["E-Mail: Pflichtfeld."];
  if (read("password") === "") fields.password = ["Passwort: Pflichtfeld."];
  if (Object.keys(fields).length === 0) return undefined;
  const refusal: AuthRefusal = { fields, values: { email: read("email") } };
  return data(refusal, { status: 400 });
}

/** The sentence of an `?error=` code; an unknown one says no more than that it failed. */
export function sentenceOf(code: string): string {
  return isKeyOf(signInErrors, code) ? signInErrors[code] : signInErrors.default;
}
