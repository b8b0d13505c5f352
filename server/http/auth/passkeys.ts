import type { Hono } from "hono";
import { signInErrors } from "../../../contract/auth/auth.ts";
import { signInWithPasskey } from "../../auth/passkey-sign-in.ts";
import { passkeyRequest } from "../../auth/passkeys.ts";
import { findSecondStep, finishSecondStep } from "../../auth/second-step.ts";
import { SignInRefusal } from "../../auth/sign-in.ts";
import { networkOf } from "../../client-network.ts";
import { Problem } from "../../problem.ts";
import type { HttpEnv } from "../app.ts";
import { type AuthSurroundings, readBody, setCookies } from "./answers.ts";
import { answerEntry } from "./credentials.ts";
import { browserOf, landingPath } from "./request.ts";

const maxQuestionsPerMinute = 60;

/** The two halves of signing in by passkey, alone or as the second step, for scripts: both answer with JSON. */
export function addPasskeyRoutes(routes: Hono<HttpEnv>, { services, sourceOf, isForged }: AuthSurroundings): void {
  const isTooMany = services.limits.perMinute("passkey", maxQuestionsPerMinute, services.now);

  routes.post("/passkey/options", async (c) => {
    const source = sourceOf(c);
    const body = await readBody(c);
    if (isForged(source, body)) return c.json({ message: signInErrors.MissingCSRF }, 403);
    if (await isTooMany(networkOf(source.ip))) return c.json({ message: signInErrors.RateLimited }, 429);
    try {
      const { origin } = source;
      if (body.step !== "second") return c.json(await passkeyRequest(services, { kind: "passkey.signIn", origin }));
      const pending = await findSecondStep(services, browserOf(source).secondStepToken);
      if (!pending) return c.json({ message: signInErrors.SecondStepExpired }, 401);
      const { userId } = pending;
      return c.json(await passkeyRequest(services, { kind: "passkey.secondStep", userId, origin }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return c.json({ message: error.message }, 412);
    }
  });

  routes.post("/callback/passkey", async (c) => {
    const source = sourceOf(c);
    const body = await readBody(c);
    if (isForged(source, body)) return c.json({ message: signInErrors.MissingCSRF }, 403);
    const browser = browserOf(source);
    const { origin } = source;
    const answer = await answerEntry(source, landingPath(source, body.callbackUrl), () => {
      if (typeof body.response !== "object") throw new SignInRefusal("PasskeyInvalid");
      if (body.step !== "second") return signInWithPasskey(services, { response: body.response, origin }, browser);
      return finishSecondStep(services, browser.secondStepToken, { passkey: body.response, origin }, browser);
    });
    if (!answer.ok) {
      if (answer.retryAfterMs) c.header("Retry-After", String(Math.ceil(answer.retryAfterMs / 1000)));
      return c.json({ message: answer.message, error: answer.error }, answer.retryAfterMs ? 429 : 401);
    }
    setCookies(c, answer.setCookie);
    return c.json({ url: new URL(answer.redirectTo, origin).href });
  });
}
