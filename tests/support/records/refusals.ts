import { getTRPCErrorFromUnknown } from "@trpc/server";
import { z } from "zod";
import type { FieldProblems } from "../../../contract/problems.ts";
import { Problem } from "../../../server/problem.ts";
import { describeInputProblem } from "../../../server/trpc/input-problem.ts";

/** How a call was refused: the code, the sentence, and the sentences by field whichever side of the door wrote them. */
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
    message: input?.message ?? error.message,
    fields,
    conflict: problem?.conflict,
    existing: problem?.existing,
  };
}
