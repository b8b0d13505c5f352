import { secondStepPath, signInErrors } from "../../../contract/auth/auth.ts";
import type { FieldProblems } from "../../../contract/problems.ts";
import { factorsInUse } from "../../auth/factors.ts";
import { findSecondStep, finishSecondStep } from "../../auth/second-step.ts";
import { admitPasswordReset, canMailPasswords, mailPasswordReset } from "../../features/security/password-reset.ts";
import { findProvider } from "../../features/security/provider-client.ts";
import type { PageAuth, SignInAnswer } from "../load-context.ts";
import { answerEntry, refusalOf } from "./credentials.ts";
import { type Form, readForm, refused, withoutSecrets } from "./form-parts.ts";
import { type AuthRequest, browserOf } from "./request.ts";

type AuthPageForms = Pick<
  PageAuth,
  "offers" | "canMailPasswords" | "forgetPassword" | "findSecondStep" | "finishSecondStep"
>;

/** What the pages under /auth need for second steps, providers and forgotten passwords. */
export function authPageForms(source: AuthRequest, isForged: (form: Form) => boolean): AuthPageForms {
  const { services, log } = source;
  const missingToken = (): SignInAnswer => ({ ...refused("MissingCSRF", signInErrors.MissingCSRF, {}, {}), email: "" });

  return {
    async offers() {
      const provider = await findProvider(services.db);
      const { hasPasskey } = await factorsInUse(services.db);
      return { hasPasskeys: hasPasskey, provider: provider ? { label: provider.label } : null };
    },
    canMailPasswords: () => canMailPasswords(services),
    async forgetPassword(request) {
      const form = await readForm(request);
      if (isForged(form)) return missingToken();
      const email = form.email ?? "";
      try {
        await admitPasswordReset(services, email, source.ip);
      } catch (error) {
        return { ...refusalOf(error), fields: {}, values: { email }, email };
      }
      // Not waited for: how long it takes would tell whether there is an account.
      mailPasswordReset(services, email).catch((err: unknown) => log.error({ err }, "password link not mailed"));
      return { ok: true, setCookie: [], redirectTo: "/auth/forgot?sent=1" };
    },
    async findSecondStep() {
      const pending = await findSecondStep(services, browserOf(source).secondStepToken);
      if (!pending) return undefined;
      const { userId: _, ...factors } = pending;
      return factors;
    },
    async finishSecondStep(request) {
      const form = await readForm(request);
      if (isForged(form)) return missingToken();
      const browser = browserOf(source);
      const code = form.code ?? "";
      const proof = form.kind === "recovery" ? { recoveryCode: code } : { code };
      const answer = await answerEntry(source, secondStepPath, () =>
        finishSecondStep(services, browser.secondStepToken, proof, browser),
      );
      if (answer.ok) return answer;
      const fields: FieldProblems = answer.error === "CodeInvalid" ? { code: [answer.message] } : {};
      return { ...answer, fields, values: withoutSecrets(form), email: "" };
    },
  };
}
