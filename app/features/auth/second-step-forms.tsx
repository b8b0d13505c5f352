import { Link } from "@remix-run/react";
import type { SecondStep } from "../../../server/http/load-context.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { AuthForm, type AuthRefusal } from "./auth-form.tsx";
import { PasskeyEntryButton } from "./passkey-entry.tsx";

interface SecondStepFormsProps {
  csrfToken: string;
  refusal: AuthRefusal | undefined;
  step: SecondStep;
  /** Whether a recovery code is asked for. */
  isRecovery: boolean;
}

/** One of a person's second factors, and the way to the others. */
export function SecondStepForms({ csrfToken, refusal, step, isRecovery }: SecondStepFormsProps) {
  const kind = isRecovery ? "recovery" : step.hasTotp ? "totp" : undefined;
  return (
    <>
      {kind && <CodeForm key={kind} kind={kind} csrfToken={csrfToken} refusal={refusal} />}
      {step.hasPasskey && !isRecovery && (
        <div className={step.hasTotp ? "mt-3 grid gap-3" : "mt-7 grid gap-3"}>
          <PasskeyEntryButton
            label="Mit Passkey bestätigen"
            csrfToken={csrfToken}
            step="second"
            variant={step.hasTotp ? "secondary" : "primary"}
          />
        </div>
      )}
      <ul className="mt-6 grid gap-2 text-ui text-text-2 max-md:mt-3 max-md:gap-0">
        {isRecovery && <OtherLink to="/auth/second-step">Doch anders bestätigen</OtherLink>}
        {!isRecovery && step.hasRecoveryCodes && (
          <OtherLink to="/auth/second-step?with=recovery">Wiederherstellungscode verwenden</OtherLink>
        )}
        <OtherLink to="/auth/signin">Mit einem anderen Konto anmelden</OtherLink>
      </ul>
    </>
  );
}

const codes = {
  totp: {
    label: "Code",
    hint: "Sechs Ziffern, die alle 30 Sekunden wechseln.",
    input: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 7 },
  },
  recovery: {
    label: "Wiederherstellungscode",
    hint: "Zum Beispiel abcde-23456.",
    input: { autoComplete: "off", autoCapitalize: "none", spellCheck: false, maxLength: 20 },
  },
} as const;

interface CodeFormProps extends Pick<SecondStepFormsProps, "csrfToken" | "refusal"> {
  kind: keyof typeof codes;
}

/** Asks for a code of the app, or for a recovery code. */
function CodeForm({ kind, csrfToken, refusal }: CodeFormProps) {
  const { label, hint, input } = codes[kind];
  return (
    <AuthForm csrfToken={csrfToken} refusal={refusal} submitLabel="Bestätigen" pendingLabel="Prüft …">
      <input type="hidden" name="kind" value={kind} />
      <Field label={label} hint={hint} errors={refusal?.fields.code}>
        <TextInput name="code" {...input} className="font-mono" autoFocus={!refusal} required />
      </Field>
    </AuthForm>
  );
}

function OtherLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className={`${linkClass} max-md:inline-block max-md:py-3`}>
        {children}
      </Link>
    </li>
  );
}
