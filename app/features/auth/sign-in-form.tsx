import { Link } from "@remix-run/react";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { AuthForm, type AuthRefusal } from "./auth-form.tsx";

interface SignInFormProps {
  csrfToken: string;
  refusal: AuthRefusal | undefined;
  callbackUrl: string;
}

export function SignInForm({ csrfToken, refusal, callbackUrl }: SignInFormProps) {
  const errors = refusal?.fields ?? {};
  return (
    <AuthForm csrfToken={csrfToken} refusal={refusal} submitLabel="Anmelden" pendingLabel="Meldet an …">
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <Field label="E-Mail" errors={errors.email}>
        <TextInput
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={refusal?.values.email}
          autoFocus={!refusal}
          required
        />
      </Field>
      <Field
        label="Passwort"
        errors={errors.password}
        aside={
          <Link to="/auth/forgot" className={`text-text-2 ${linkClass} max-md:-my-3 max-md:inline-block max-md:py-3`}>
            Passwort vergessen?
          </Link>
        }
      >
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
    </AuthForm>
  );
}
