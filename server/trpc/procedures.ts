import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import type { ProblemDetails } from "../../contract/problems.ts";
import { problemTraits } from "../../contract/problems.ts";
import { type Ability, hasAbility } from "../../contract/roles.ts";
import { asProblem, forbidden, Problem } from "../problem.ts";
import type { Context, PersonContext } from "./context.ts";
import { describeInputProblem } from "./input-problem.ts";

/** For what no procedure has refused: bugs, and calls that cannot be read. */
const transportSentences: Partial<Record<TRPCError["code"], string>> = {
  INTERNAL_SERVER_ERROR: "Das hat nicht geklappt. Bitte versuche es erneut.",
  BAD_REQUEST: "Diese Anfrage lässt sich nicht lesen.",
  NOT_FOUND: "Diese Adresse gibt es nicht.",
};

const trpc = initTRPC.context<Context>().create({
  transformer: superjson,
  errorFormatter({ shape, error, ctx }) {
    const input = describeInputProblem(error);
    const problem = asProblem(error.cause);
    const details: ProblemDetails = {
      problem: problem?.code ?? (input ? "invalid" : undefined),
      fields: problem?.fields ?? input?.fields,
      conflict: problem?.conflict,
      existing: problem?.existing,
      requestId: ctx?.requestId ?? "",
    };
    const httpStatus = problem ? problemTraits[problem.code].status : shape.data.httpStatus;
    const message = input?.message ?? problem?.message ?? transportSentences[error.code] ?? shape.message;
    return {
      ...shape,
      message,
      data: { code: shape.data.code, httpStatus, path: shape.data.path, ...details },
    };
  },
});

/** Gives a Problem the tRPC code of the contract's table, and with it the HTTP status. */
function toRpcError(problem: Problem): TRPCError {
  return new TRPCError({ code: problemTraits[problem.code].rpc, message: problem.message, cause: problem });
}

/** Passes a result on unless a Problem was thrown. */
function translated<Result extends { ok: boolean; error?: TRPCError }>(result: Result): Result {
  const problem = asProblem(result.error?.cause);
  if (problem) throw toRpcError(problem);
  return result;
}

export const router = trpc.router;
export const createCallerFactory = trpc.createCallerFactory;

const unauthenticated = () =>
  toRpcError(new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." }));
const lacksSecondFactor = () => toRpcError(forbidden("Bitte richte zuerst einen zweiten Faktor ein."));

/** For signed-in people; `ctx.person` is present. One middleware, because tRPC copies the context for each. */
export const procedure = trpc.procedure.use(async ({ ctx, next }) => {
  const { person, sessionId } = ctx;
  if (!person || !sessionId) throw ctx.enrolling ? lacksSecondFactor() : unauthenticated();
  return translated(await next({ ctx: { person, sessionId } satisfies Partial<PersonContext> }));
});

/** For signed-in people also while they lack a second factor that they need: for what sets one up, and nothing else. */
export const enrolmentProcedure = trpc.procedure.use(async ({ ctx, next }) => {
  const { person = ctx.enrolling, sessionId } = ctx;
  if (!person || !sessionId) throw unauthenticated();
  return translated(await next({ ctx: { person, sessionId } satisfies Partial<PersonContext> }));
});

/** For signed-in people whose role has an ability. */
export const procedureFor = (ability: Ability) =>
  procedure.use(({ ctx, next }) => {
    if (!hasAbility(ctx.person.role, ability)) throw forbidden();
    return next();
  });
