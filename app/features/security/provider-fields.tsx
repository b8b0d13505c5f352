import { useEffect, useState } from "react";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { formatDateTime } from "../../lib/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import type { SignInForm } from "./sign-in-settings-form.tsx";

interface ProviderFieldsProps {
  fields: SignInForm;
  secret: SettingsView["secrets"][string];
}

/** Where the provider is and as whom the portal speaks to it. */
export function ProviderFields({ fields, secret }: ProviderFieldsProps) {
  const [callback, setCallback] = useState("");
  useEffect(() => setCallback(`${window.location.origin}/api/auth/callback/oidc`), []);
  const since = secret && `Gesetzt am ${formatDateTime(secret.setAt)}${secret.setBy ? ` von ${secret.setBy}` : ""}.`;
  return (
    <div className="mt-[18px] grid max-w-[560px] gap-[18px]">
      <Field
        label="Adresse des Anbieters"
        hint="Der „Issuer“, etwa https://anmeldung.agentur.de/realms/team. Leer heißt: kein Anbieter. Ein Netz im Haus muss unter „Netzwerk“ erlaubt sein."
        errors={fields.errorsOf("oidcIssuer")}
      >
        <TextInput {...fields.control("oidcIssuer")} type="url" inputMode="url" autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        label="Name des Anbieters"
        mark="optional"
        hint="Steht auf dem Knopf: „Mit … anmelden“."
        errors={fields.errorsOf("oidcLabel")}
      >
        <TextInput {...fields.control("oidcLabel")} autoComplete="off" />
      </Field>
      <Field label="Client-ID" errors={fields.errorsOf("oidcClientId")}>
        <TextInput {...fields.control("oidcClientId")} autoComplete="off" spellCheck={false} className="font-mono" />
      </Field>
      <Field
        label="Client-Secret"
        mark={secret ? undefined : "optional"}
        hint={
          since
            ? `${since} Leer lassen, um es zu behalten.`
            : "Wird verschlüsselt gespeichert und nie wieder angezeigt."
        }
        errors={fields.errorsOf("clientSecret")}
      >
        <PasswordInput {...fields.control("clientSecret")} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Scopes" errors={fields.errorsOf("oidcScopes")}>
        <TextInput {...fields.control("oidcScopes")} autoComplete="off" spellCheck={false} className="font-mono" />
      </Field>
      <Field label="Rückkehradresse" hint="Trage sie beim Anbieter als „Redirect URI“ ein.">
        <TextInput
          readOnly
          value={callback}
          className="font-mono"
          onFocus={(event) => event.target.select()}
          trailing={<CopyButton text={callback} label="Rückkehradresse kopieren" />}
        />
      </Field>
    </div>
  );
}
