import { setImmediate } from "node:timers/promises";
import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import type { ZodType } from "zod";
import type { ProblemDetails } from "../../contract/problems.ts";
import { problemTraits } from "../../contract/problems.ts";
import { type Ability, hasAbility } from "../../contract/roles.ts";
import { asProblem, forbidden, Problem } from "../problem.ts";
import type { Context, PersonContext } from "./context.ts";
import { describeInputProblem } from "./input-problem.ts";
import { requestIds } from "./request-ids.ts";

/** For what no procedure has refused: bugs, and calls that cannot be read. */
const transportSentences: Partial<Record<TRPCError["code"], string>> = {
  INTERNAL_SERVER_ERROR: "Das hat nicht geklappt. Bitte versuche es erneut.",
  BAD_REQUEST: "Diese Anfrage lässt sich nicht lesen.",
  NOT_FOUND: "Diese Adresse gibt es nicht.",
  UNSUPPORTED_MEDIA_TYPE: "Content-Type: Bitte application/json senden.",
  METHOD_NOT_SUPPORTED: "Diese Adresse nimmt Anfragen dieser Art nicht an.",
  PARSE_ERROR: "Diese Anfrage lässt sich nicht lesen.",
};

/** What a procedure declares beside its input. */
interface ProcedureMeta {
  /** For people whose role has it. */
  ability?: Ability;
  /**
   * Asks who sits there to prove it unless they did within the last ten minutes: `true`, or a schema of the inputs for
   * which it does. This is the one place that decides; no command asks by itself.
   */
  proof?: true | ZodType;
}

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer: {
      // What was read from a request is nobody else's: superjson need not copy it first.
      input: { serialize: superjson.serialize, deserialize: (sent) => superjson.deserialize(sent, { inPlace: true }) },
      output: superjson,
    },
    errorFormatter({ shape, error, ctx }) {
      const input = describeInputProblem(error);
      const problem = asProblem(error.cause);
      const details: ProblemDetails = {
        problem: problem?.code ?? (input ? "invalid" : undefined),
        fields: problem?.fields ?? input?.fields,
        conflict: problem?.conflict,
        existing: problem?.existing,
        requestId: ctx?.requestId ?? requestIds.getStore() ?? "",
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

interface Call {
  ctx: Context;
  meta: ProcedureMeta | undefined;
  getRawInput(): Promise<unknown>;
}

async function requireProof({ ctx, meta, getRawInput }: Call): Promise<void> {
  if (!meta?.proof) return;
  if (meta.proof !== true && !meta.proof.safeParse(await getRawInput()).success) return;
  if (await ctx.hasRecentProof()) return;
  throw toRpcError(new Problem("unconfirmed", { message: "Bitte bestätige zuerst, dass du es bist." }));
}

interface Turn {
  begunAt: number;
  /** Resolves when the call that asked last may begin. */
  last: Promise<void>;
}

const turns = new WeakMap<Context, Turn>();
const maxTurnMs = 5;

/**
 * Of the calls of one request, each begins when the one before has ended or waits for something. Once they have kept the
 * event loop for five milliseconds, others come in between.
 */
function awaitTurn(ctx: Context): Promise<void> | undefined {
  const turn = turns.get(ctx);
  if (!turn) turns.set(ctx, { begunAt: performance.now(), last: Promise.resolve() });
  else turn.last = turn.last.then(() => beginNext(turn));
  return turn?.last;
}

async function beginNext(turn: Turn): Promise<void> {
  // Node empties the queue of promises before it.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  if (performance.now() - turn.begunAt < maxTurnMs) return;
  await setImmediate();
  turn.begunAt = performance.now();
}

/** For signed-in people; `ctx.person` is present. One middleware, because tRPC copies the context for each. */
export const procedure = trpc.procedure.use(async ({ ctx, meta, getRawInput, next }) => {
  const { person, sessionId } = ctx;
  if (!person || !sessionId) throw ctx.enrolling ? lacksSecondFactor() : unauthenticated();
  if (meta?.ability && !hasAbility(person.role, meta.ability)) throw toRpcError(forbidden());
  await requireProof({ ctx, meta, getRawInput });
  const turn = awaitTurn(ctx);
  if (turn) await turn;
  // The context is the same and only known better; given anew, tRPC would copy all of it with every call.
  return translated(await next({ ctx: undefined as unknown as Pick<PersonContext, "person" | "sessionId"> }));
});

/** For signed-in people also while they lack a second factor that they need: for what sets one up, and nothing else. */
export const enrolmentProcedure = trpc.procedure.use(async ({ ctx, meta, getRawInput, next }) => {
  const { person = ctx.enrolling, sessionId } = ctx;
  if (!person || !sessionId) throw unauthenticated();
  await requireProof({ ctx, meta, getRawInput });
  return translated(await next({ ctx: { person, sessionId } satisfies Partial<PersonContext> }));
});

/** For signed-in people whose role has an ability. */
export const procedureFor = (ability: Ability) => procedure.meta({ ability });
