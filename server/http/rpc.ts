import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { maxCallsPerBatch } from "../../contract/api/limits.ts";
import { problemTraits } from "../../contract/problems.ts";
import { appRouter } from "../features/router.ts";
import type { Log } from "../log.ts";
import { asProblem, Problem } from "../problem.ts";
import type { Allowance, openRateLimit } from "../rate-limit.ts";
import type { Context } from "../trpc/context.ts";
import { requestIds } from "../trpc/request-ids.ts";

/** Answers calls whose body is too large, in the shape that RPC clients read. */
export function refuseLargeRpc(request: Request, log: Log, requestId: string): Promise<Response> {
  const refuse = async (): Promise<Context> => {
    throw new TRPCError({ code: "PAYLOAD_TOO_LARGE", message: "Zu viele Daten." });
  };
  const { url, method, headers } = request;
  return handleRpc(new Request(url, { method, headers, body: "{}" }), refuse, log, requestId);
}

/** Refuses a person's calls, or those of a stranger's address, when there are more of them than a minute allows. */
export function refuseTooManyCalls(
  take: ReturnType<typeof openRateLimit>,
  { request, caller, now }: { request: Request; caller: string; now: Date },
): void {
  const calls = new URL(request.url).pathname.split(",").length;
  const { isAllowed, resetSeconds }: Allowance = take(caller, now.getTime(), calls);
  if (isAllowed) return;
  const message = `Zu viele Anfragen auf einmal. Bitte warte ${resetSeconds === 1 ? "1 Sekunde" : `${resetSeconds} Sekunden`}.`;
  throw new TRPCError({
    code: "TOO_MANY_REQUESTS",
    message,
    cause: new Problem("too_many", { message, retryAfterSeconds: resetSeconds }),
  });
}

/** Answers `/api/trpc/*`; refusals are logged with their cause at info, bugs with their stack at error. */
export function handleRpc(
  request: Request,
  createContext: () => Promise<Context>,
  log: Log,
  requestId: string,
): Promise<Response> {
  return requestIds.run(requestId, () => answer(request, createContext, log));
}

function answer(request: Request, createContext: () => Promise<Context>, log: Log): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext,
    maxBatchSize: maxCallsPerBatch,
    responseMeta: ({ errors, paths }) => ({
      // What somebody reads stays in no cache of a browser or proxy.
      headers: new Headers({ "Cache-Control": "no-store" }),
      // tRPC has no code of its own for a full disk.
      ...(errors.length > 0 &&
        errors.length === paths?.length &&
        errors.every(({ cause }) => isFull(cause)) && { status: problemTraits.full.status }),
    }),
    onError({ error, path, ctx }) {
      const line = (ctx?.log ?? log).child({ path, code: error.code });
      if (error.code === "INTERNAL_SERVER_ERROR") line.error({ err: error.cause ?? error }, "procedure failed");
      else if (error.cause instanceof Problem && error.cause.cause)
        line.warn({ err: error.cause.cause }, "procedure refused");
      else line.debug("procedure refused");
    },
  });
}

const isFull = (cause: unknown) => asProblem(cause)?.code === "full";
