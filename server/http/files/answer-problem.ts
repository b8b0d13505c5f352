import type { Context, ErrorHandler } from "hono";
import { problemTraits } from "../../../contract/problems.ts";
import { Problem } from "../../problem.ts";
import type { HttpEnv } from "../app.ts";

/** Answers a refusal as JSON, and tells `log` of what is behind it; anything else is a bug and goes on. */
export function answerProblem(log?: (entry: { err: unknown; requestId: string }) => void): ErrorHandler<HttpEnv> {
  return (error: Error, c: Context<HttpEnv>) => {
    if (!(error instanceof Problem)) throw error;
    if (error.cause) log?.({ err: error.cause, requestId: c.get("requestId") });
    return c.json({ message: error.message, fields: error.fields }, problemTraits[error.code].status);
  };
}
