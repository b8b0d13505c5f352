import { passwordMinLength } from "../../../contract/users.ts";
import { Field } from "../../ui/field.tsx";
import { PasswordInput, TextInput } from "../../ui/text-input.tsx";
import { AuthForm, type AuthRefusal } from "./auth-form.tsx";

interface JoinFormProps {
  csrfToken: string;
  refusal: AuthRefusal | undefined;
  token: string;
  invited: { name: string; email: string };
}

export function JoinForm({ csrfToken, refusal, token, invited }: JoinFormProps) {
  const errors = refusal?.fields ?? {};
  return (
    <AuthForm csrfToken={csrfToken} refusal={refusal} submitLabel="Beitreten" pendingLabel="Tritt bei …">
      <input type="hidden" name="token" value={token} />
      <Field label="E-Mail">
        {/* Password managers keep the new password under the name that stands here. */}
        <TextInput type="email" autoComplete="username" defaultValue={invited.email} className="!bg-sunken" readOnly />
      </Field>
      <Field label="Name" errors={errors.name}>
        <TextInput name="name" autoComplete="name" defaultValue={refusal?.values.name ?? invited.name} required />
      </Field>
      <Field label="Passwort" hint={`Mindestens ${passwordMinLength} Zeichen.`} errors={errors.password}>
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
    </AuthForm>
  );
}
