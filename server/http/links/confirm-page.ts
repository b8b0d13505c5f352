import type { PublicConfirmation } from "../../../contract/holder-confirmations/holder-confirmations.ts";
import { confirm, findConfirmation } from "../../features/holder-confirmations/confirm.ts";
import { asProblem } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";
import type { AskAnswer } from "./ask-page.ts";

/** The page of a link under which somebody checks who holds their domains, who has no account. */
export interface ConfirmPage {
  find(token: string): Promise<PublicConfirmation | undefined>;
  /** Reads a plain form POST; the token in the URL is all that lets it in. */
  answer(token: string, request: Request): Promise<AskAnswer>;
}

export function confirmPage(services: Services, ip: string | undefined): ConfirmPage {
  return {
    find: (token) => findConfirmation(services, token),
    async answer(token, request) {
      const fields = await request.formData().catch(() => new FormData());
      try {
        await confirm(services, { token, ip, form: readForm(fields) });
        return { state: "done" };
      } catch (error) {
        const problem = asProblem(error);
        if (!problem) throw error;
        return problem.code === "not_found" ? { state: "gone" } : { state: "refused", message: problem.message };
      }
    },
  };
}

/** The fields of a domain are called `d0`, `d0-shown` and `d0-text`. */
function readForm(fields: FormData): unknown {
  const { name, ...rest } = Object.fromEntries(fields);
  const keys = Object.keys(rest).filter((key) => /^d\d{1,4}$/.test(key));
  const answers = keys.map((key) => [
    key,
    { answer: rest[key], fingerprint: rest[`${key}-shown`] ?? "", correction: rest[`${key}-text`] ?? "" },
  ]);
  return { name, answers: Object.fromEntries(answers) };
}
