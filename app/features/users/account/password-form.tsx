import { type FormEvent, useRef } from "react";
import { changePassword, endsTokensLabel, passwordMinLength } from "../../../../contract/users/users.ts";
import { z } from "../../../../contract/zod.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useForm } from "../../../lib/form/form.tsx";
import { UnsavedGuard } from "../../../lib/form/unsaved-guard.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormNotice } from "../../../ui/form/form-notice.tsx";
import { PasswordInput } from "../../../ui/form/text-input.tsx";

const schema = z
  .object({ ...changePassword.shape, repeated: z.string() })
  .refine(({ newPassword, repeated }) => newPassword === repeated, {
    path: ["repeated"],
    error: "Neues Passwort wiederholen: Stimmt nicht mit dem neuen Passwort überein.",
    when: () => true,
  });
const empty = { currentPassword: "", newPassword: "", repeated: "", endsTokens: true };

interface PasswordFormProps {
  email: string;
  onChanged: () => void;
}

export function PasswordForm({ email, onChanged }: PasswordFormProps) {
  const trpc = useTRPC();
  const fields = useForm({ schema, initial: empty });
  const sent = useRef(fields.values);
  const save = useMutate(trpc.user.changePassword.mutationOptions(), {
    refreshes: [],
    success: "Passwort geändert. Andere Sitzungen wurden beendet.",
    onSuccess: () => {
      fields.forgetSent(sent.current);
      onChanged();
    },
    onRefused: fields.showRefusal,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || !fields.isValid()) return;
    sent.current = fields.values;
    const { repeated: _, ...input } = fields.values;
    save.mutate(input);
  };

  return (
    <>
      <form ref={fields.form} onSubmit={submit} noValidate className="mt-[18px] grid max-w-[440px] gap-[18px]">
        {fields.message && <FormNotice text={fields.message} />}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <Field label="Aktuelles Passwort" errors={fields.errorsOf("currentPassword")}>
          <PasswordInput {...fields.control("currentPassword")} autoComplete="current-password" />
        </Field>
        <Field
          label="Neues Passwort"
          hint={`Mindestens ${passwordMinLength} Zeichen.`}
          errors={fields.errorsOf("newPassword")}
        >
          <PasswordInput {...fields.control("newPassword")} autoComplete="new-password" />
        </Field>
        <Field label="Neues Passwort wiederholen" errors={fields.errorsOf("repeated")}>
          <PasswordInput {...fields.control("repeated")} autoComplete="new-password" />
        </Field>
        <div>
          <Checkbox
            label={endsTokensLabel}
            checked={fields.values.endsTokens}
            onChange={(event) => fields.change("endsTokens", event.target.checked)}
          />
        </div>
        <div>
          <Button type="submit" variant="primary" loading={save.isPending} loadingLabel="Ändert …">
            Passwort ändern
          </Button>
        </div>
      </form>
      <UnsavedGuard isDirty={fields.isDirty} isSaving={save.isPending} onDiscard={fields.reset} />
    </>
  );
}
