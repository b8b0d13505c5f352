import type { MiddlewareHandler } from "hono";
import type { PublicQuestion } from "../../../contract/customer-questions/customer-questions.ts";
import type { Environment } from "../../env.ts";
import { answer, findQuestion } from "../../features/customer-questions/answer.ts";
import { asProblem } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { clientNetwork } from "../origin.ts";

/** What came of an answer; `gone` for every link that has nothing to decide. */
export type AskAnswer = { state: "done" } | { state: "gone" } | { state: "refused"; message: string };

/** The page of a customer's link, who has no account. */
export interface AskPage {
  find(token: string): Promise<PublicQuestion | undefined>;
  /** Reads a plain form POST; the token in the URL is all that lets it in. */
  answer(token: string, request: Request): Promise<AskAnswer>;
}

export function askPage(services: Services, ip: string | undefined): AskPage {
  return {
    find: (token) => findQuestion(services, token),
    async answer(token, request) {
      const { name, ...decisions } = Object.fromEntries(await request.formData().catch(() => new FormData()));
      try {
        await answer(services, { token, ip, form: { name, decisions } });
        return { state: "done" };
      } catch (error) {
        const problem = asProblem(error);
        if (!problem) throw error;
        return problem.code === "not_found" ? { state: "gone" } : { state: "refused", message: problem.message };
      }
    },
  };
}

/** A page is a few requests; a token is too long to be guessed, and nobody needs to try. */
const maxPerNetwork = 60;

/** Keeps these pages out of search engines, and guessers out of them. Counts in memory: every process for itself. */
export function guardAskPages({ services, env }: { services: Services; env: Environment }): MiddlewareHandler<HttpEnv> {
  const isTooMuchFrom = services.limits.perMinute("ask-network", maxPerNetwork, services.now);
  return async (c, next) => {
    c.env.outgoing.setHeader("X-Robots-Tag", "noindex, nofollow");
    if (await isTooMuchFrom(clientNetwork(env.trustsProxy, c.env.incoming)))
      return c.text("Zu viele Aufrufe. Bitte versuchen Sie es in einer Minute noch einmal.", 429, {
        "Retry-After": "60",
      });
    return next();
  };
}
