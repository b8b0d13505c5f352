import { data, redirectDocument } from "@remix-run/node";
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
