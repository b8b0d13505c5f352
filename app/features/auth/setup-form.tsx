import { passwordMinLength } from "../../../contract/users/users.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import { AuthForm, type AuthRefusal } from "./auth-form.tsx";

interface SetupFormProps {
  csrfToken: string;
  refusal: AuthRefusal | undefined;
  token: string;
}

export function SetupForm({ csrfToken, refusal, token }: SetupFormProps) {
  const errors = refusal?.fields ?? {};
  const values = refusal?.values ?? {};
  return (
    <AuthForm csrfToken={csrfToken} refusal={refusal} submitLabel="Konto anlegen" pendingLabel="Legt an …">
      <Field label="Name" errors={errors.name}>
        <TextInput name="name" autoComplete="name" defaultValue={values.name} required />
      </Field>
      <Field label="E-Mail" errors={errors.email}>
        <TextInput name="email" type="email" autoComplete="username" defaultValue={values.email} required />
      </Field>
      <Field label="Passwort" hint={`Mindestens ${passwordMinLength} Zeichen.`} errors={errors.password}>
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      <Field
        label="Einrichtungscode"
        hint="Er steht im Terminal, in dem das Portal gestartet wurde."
        errors={errors.token}
      >
        <TextInput
          name="token"
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          defaultValue={values.token ?? token}
          required
        />
      </Field>
      <div>
        <Checkbox name="sampleData" label="Mit Beispieldaten starten" defaultChecked={values.sampleData === "on"} />
        <p className="mt-1 pl-6 text-meta text-text-3 max-md:-mt-2">Legt eine erfundene Agentur zum Ausprobieren an.</p>
      </div>
    </AuthForm>
  );
}
