import { Field } from "../../ui/field.tsx";
import { PasswordInput, TextInput } from "../../ui/text-input.tsx";
import { AuthForm, type AuthRefusal } from "./auth-form.tsx";
import { ForgottenPassword } from "./forgotten-password.tsx";

interface SignInFormProps {
  csrfToken: string;
  refusal: AuthRefusal | undefined;
  callbackUrl: string;
}

export function SignInForm({ csrfToken, refusal, callbackUrl }: SignInFormProps) {
  const errors = refusal?.fields ?? {};
  return (
    <>
      <AuthForm csrfToken={csrfToken} refusal={refusal} submitLabel="Anmelden" pendingLabel="Meldet an …">
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <Field label="E-Mail" errors={errors.email}>
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={refusal?.values.email}
            autoFocus={!refusal}
            required
          />
        </Field>
        <Field label="Passwort" errors={errors.password}>
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
      </AuthForm>
      <div className="mt-[18px]">
        <ForgottenPassword />
      </div>
    </>
  );
}
