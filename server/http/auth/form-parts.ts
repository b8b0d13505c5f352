import type { z } from "zod";
import type { FieldProblems } from "../../../contract/problems.ts";
import type { FormRefused } from "../load-context.ts";

export type Form = Record<string, string>;

/** The text fields of a posted form; empty when it cannot be read. */
export async function readForm(request: Request): Promise<Form> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** What may be shown again in a form that was refused. */
export const withoutSecrets = ({ password: _, token: __, csrfToken: ___, code: ____, ...values }: Form): Form => values;

export function refused<Code extends string>(
  error: Code,
  message: string,
  fields: FieldProblems,
  values: Form,
): FormRefused<Code> {
  return { ok: false, error, message: message || Object.values(fields).flat().join(" "), fields, values };
}

/** The sentences of a refused form by field. */
export function fieldProblems(error: z.ZodError): FieldProblems {
  const fields: FieldProblems = {};
  for (const { path, message } of error.issues) {
    const name = path.join(".");
    fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}
