import type { TRPCError } from "@trpc/server";
import { z } from "zod";
import type { FieldProblems } from "../../contract/problems.ts";

/** The German sentences of refused input by field path; undefined when the error is something else. */
export function describeInputProblem(error: TRPCError): { message: string; fields: FieldProblems } | undefined {
  if (error.code !== "BAD_REQUEST" || !(error.cause instanceof z.ZodError)) return undefined;
  const fields: FieldProblems = {};
  for (const issue of error.cause.issues) {
    const path = issue.path.join(".");
    const sentence =
      /^\p{Lu}[\p{L}\d_ ./()-]*:/u.test(issue.message) || !path ? issue.message : `${path}: ${issue.message}`;
    fields[path] = [...(fields[path] ?? []), sentence];
  }
  return { message: Object.values(fields).flat().join(" "), fields };
}
