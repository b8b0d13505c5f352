import type { ReactNode } from "react";
import { endsTokensLabel, passwordMinLength } from "../../../contract/users/users.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import { AuthForm, type AuthRefusal } from "./auth-form.tsx";

interface JoinFormProps {
  csrfToken: string;
  refusal: AuthRefusal | undefined;
  token: string;
  invited: { name: string; email: string };
}

/** For people who are invited. */
export function JoinForm(props: JoinFormProps) {
  const { refusal, invited } = props;
  return (
    <LinkForm {...props} submitLabel="Beitreten" pendingLabel="Tritt bei …">
      <Field label="Name" errors={refusal?.fields.name}>
        <TextInput name="name" autoComplete="name" defaultValue={refusal?.values.name ?? invited.name} required />
      </Field>
    </LinkForm>
  );
}

/** For people who have joined and forgot their password. */
export function NewPasswordForm(props: JoinFormProps) {
  const isKept = props.refusal?.values.endsTokens === "off";
  return (
    <LinkForm
      {...props}
      submitLabel="Passwort setzen"
      pendingLabel="Setzt Passwort …"
      below={
        <div>
          {/* Stands in for the box where it is empty. */}
          <input type="hidden" name="endsTokens" value="off" />
          <Checkbox name="endsTokens" value="on" label={endsTokensLabel} defaultChecked={!isKept} />
        </div>
      }
    />
  );
}

interface LinkFormProps extends JoinFormProps {
  submitLabel: string;
  pendingLabel: string;
  children?: ReactNode;
  below?: ReactNode;
}

function LinkForm({ token, invited, children, below, ...form }: LinkFormProps) {
  return (
    <AuthForm {...form}>
      <input type="hidden" name="token" value={token} />
      <Field label="E-Mail">
        {/* Password managers keep the new password under the name that stands here. */}
        <TextInput type="email" autoComplete="username" defaultValue={invited.email} className="!bg-sunken" readOnly />
      </Field>
      {children}
      <Field label="Passwort" hint={`Mindestens ${passwordMinLength} Zeichen.`} errors={form.refusal?.fields.password}>
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      {below}
    </AuthForm>
  );
}
