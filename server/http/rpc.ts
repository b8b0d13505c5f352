import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getHTTPStatusCode } from "@trpc/server/http";
import { maxCallsPerBatch } from "../../contract/api/limits.ts";
import { problemTraits } from "../../contract/problems.ts";
import { appRouter } from "../features/router.ts";
import type { Log } from "../log.ts";
import { asProblem, Problem } from "../problem.ts";
import type { Take } from "../rate-limit.ts";
import type { Context } from "../trpc/context.ts";
import { describeInputProblem } from "../trpc/input-problem.ts";
import { noteRefusedInput } from "../trpc/refused-inputs.ts";
import { requestIds } from "../trpc/request-ids.ts";
import type { Call } from "./metrics/request-figures.ts";

/** Answers calls whose body is too large, in the shape that RPC clients read. */
export function refuseLargeRpc(request: Request, log: Log, requestId: string): Promise<Response> {
  const refuse = async (): Promise<Context> => {
    throw new TRPCError({ code: "PAYLOAD_TOO_LARGE", message: "Zu viele Daten." });
  };
  const { url, method, headers } = request;
  return handleRpc(new Request(url, { method, headers, body: "{}" }), refuse, log, requestId);
}

/** Refuses a person's calls, or those of a stranger's network, when there are more of them than a minute allows. */
export async function refuseTooManyCalls(
  take: Take,
  { calls, caller, now }: { calls: number; caller: string; now: Date },
): Promise<void> {
  const { isAllowed, resetSeconds } = await take(caller, now.getTime(), calls);
  if (isAllowed) return;
  const message = `Zu viele Anfragen auf einmal. Bitte warte ${resetSeconds === 1 ? "1 Sekunde" : `${resetSeconds} Sekunden`}.`;
  throw new TRPCError({
    code: "TOO_MANY_REQUESTS",
    message,
    cause: new Problem("too_many", { message, retryAfterSeconds: resetSeconds }),
  });
}

/** Makes the context of the calls of a request, as many as it turned out to hold. */
export type CreateContext = (calls: number) => Promise<Context>;

/**
 * Answers `/api/trpc/*`; what somebody may not do is logged at info, other refusals at debug, bugs with their stack at
 * error. `noteCalls` hears of the calls before the answer is there; those of a request that cannot be read are none.
 */
export function handleRpc(
  request: Request,
  createContext: CreateContext,
  log: Log,
  requestId: string,
  noteCalls?: (calls: readonly Call[]) => void,
): Promise<Response> {
  return requestIds.run(requestId, () => answer(request, createContext, log, noteCalls));
}

function answer(
  request: Request,
  createContext: CreateContext,
  log: Log,
  noteCalls?: (calls: readonly Call[]) => void,
): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    // tRPC decodes the path before it splits it: what it found is what is counted.
    createContext: ({ info }) => createContext(info.calls.length),
    maxBatchSize: maxCallsPerBatch,
    responseMeta({ errors, paths, data }) {
      if (paths) noteCalls?.(callsOf(paths, data));
      return {
        headers: new Headers({ "Cache-Control": inNoCache }),
        ...(paths && areAllFull(errors, paths.length) && { status: problemTraits.full.status }),
      };
    },
    onError: logRefusalTo(log),
  });
}

/** What became of each call; of a single answer to several it is what became of all. */
export const callsOf = (paths: readonly string[], answers: readonly object[]): Call[] =>
  paths.map((path, index) => ({ path, status: statusOf(answers[index] ?? answers[0]) }));

const statusOf = (answer: object | undefined): number =>
  answer && "error" in answer ? getHTTPStatusCode(answer as never) : 200;

/** What somebody reads stays in no cache of a browser or proxy. */
export const inNoCache = "no-store";

interface Refusal {
  error: TRPCError;
  path: string | undefined;
  ctx: Context | undefined;
}

export function logRefusalTo(log: Log) {
  return ({ error, path, ctx }: Refusal): void => {
    const line = (ctx?.log ?? log).child({ path, code: error.code, personId: ctx?.person?.id });
    if (describeInputProblem(error)) noteRefusedInput();
    if (error.code === "INTERNAL_SERVER_ERROR") line.error({ err: error.cause ?? error }, "procedure failed");
    else if (error.cause instanceof Problem && error.cause.cause)
      line.warn({ err: error.cause.cause }, "procedure refused");
    else line[error.code === "FORBIDDEN" ? "info" : "debug"]("procedure refused");
  };
}

/** Whether the disk was too full for every call, for which tRPC has no code of its own. */
export function areAllFull(errors: readonly TRPCError[], calls: number): boolean {
  return errors.length > 0 && errors.length === calls && errors.every(({ cause }) => asProblem(cause)?.code === "full");
}
