import type { ComponentProps } from "react";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/text-input.tsx";

interface KeptPasswordProps {
  control: ComponentProps<typeof PasswordInput>;
  errors: readonly string[];
  secret: SettingsView["secrets"][string];
  onForget: () => void;
  mark?: "optional";
}

/** The password of a section of the settings, which is never shown again: only when and by whom it was set. */
export function KeptPassword({ control, errors, secret, onForget, mark }: KeptPasswordProps) {
  const hint = secret && `Gesetzt am ${formatDate(secret.setAt)}${secret.setBy ? ` von ${secret.setBy}` : ""}.`;
  return (
    <Field
      label="Passwort"
      mark={mark}
      errors={errors}
      hint={hint || undefined}
      aside={
        secret && (
          <Button size="sm" variant="ghost" className="-my-1 -mr-2.5 max-md:-my-3" onClick={onForget}>
            Passwort entfernen
          </Button>
        )
      }
    >
      <PasswordInput
        {...control}
        autoComplete="new-password"
        placeholder={secret ? "Leer lassen, um es zu behalten" : undefined}
      />
    </Field>
  );
}
