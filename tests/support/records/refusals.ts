import { getTRPCErrorFromUnknown, type TRPCError } from "@trpc/server";
import { expect } from "vitest";
import { z } from "zod";
import type { FieldProblems } from "../../../contract/problems.ts";
import { Problem } from "../../../server/problem.ts";
import { describeInputProblem } from "../../../server/trpc/input-problem.ts";

/** How a call was refused: the code of the call and of the problem, the sentence, and the sentences by field, whether the input schema
 * or the command wrote them. */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => {
      throw new Error("The call was not refused.");
    },
    (cause: unknown) => getTRPCErrorFromUnknown(cause),
  );
  const problem = error.cause instanceof Problem ? error.cause : undefined;
  const input = error.cause instanceof z.ZodError ? describeInputProblem(error) : undefined;
  const fields: FieldProblems = problem?.fields ?? input?.fields ?? {};
  return {
    code: error.code,
    problem: problem?.code,
    message: input?.message ?? error.message,
    fields,
    conflict: problem?.conflict,
    existing: problem?.existing,
    retryAfterSeconds: problem?.retryAfterSeconds,
  };
}

/**
 * How calls were refused that were made at once. All are waited for from the beginning: one that is refused while another
 * is still awaited would be an unhandled rejection.
 */
export const refusalsOf = (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(refusalOf));

/** Asserts how a call is refused: by which code, and at which fields (none when it is refused as a whole). */
export async function expectRefusal(
  call: Promise<unknown>,
  code: TRPCError["code"],
  ...fields: string[]
): Promise<void> {
  const refusal = await refusalOf(call);
  expect({ code: refusal.code, fields: Object.keys(refusal.fields).sort() }).toEqual({ code, fields: fields.sort() });
}
