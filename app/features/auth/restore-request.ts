import type { FieldProblems } from "../../../contract/problems.ts";

export interface Refusal {
  message: string;
  fields: FieldProblems;
  /** Undefined where nobody answered. */
  status?: number;
}

/** Asks the portal about a restore; never throws. */
export async function askRestore<Answer>(
  path: "" | "/list" | "/state",
  body: object,
): Promise<{ data: Answer } | { refusal: Refusal }> {
  try {
    const response = await fetch(`/api/restore${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return { data: await response.json() };
    const { message = "Das hat nicht geklappt.", fields = {} }: Partial<Refusal> = await response.json();
    return { refusal: { message, fields, status: response.status } };
  } catch {
    return { refusal: { message: "Das Portal antwortet gerade nicht. Bitte versuche es noch einmal.", fields: {} } };
  }
}
