import type { ServiceField } from "../../../contract/channels/services.ts";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import type { useForm } from "./form.tsx";

interface ServiceInputProps {
  field: ServiceField;
  /** A secret that is set already: an empty field keeps it. */
  isKnown: boolean;
  control: ReturnType<ReturnType<typeof useForm<Record<string, unknown>>>["control"]>;
  errors: readonly string[];
}

/** One thing that a service of others needs to know; secrets are typed and never shown again. */
export function ServiceInput({ field, isKnown, control, errors }: ServiceInputProps) {
  const { label, hint, isOptional, isSecret, kind, placeholder } = field;
  const own = { ...control, autoComplete: isSecret ? "new-password" : "off", spellCheck: false };
  const shownPlaceholder = isKnown ? "Unverändert" : placeholder;
  return (
    <Field label={label} {...(isOptional && { mark: "optional" })} {...(hint && { hint })} errors={errors}>
      {isSecret ? (
        <PasswordInput {...own} placeholder={shownPlaceholder} />
      ) : (
        <TextInput {...own} placeholder={shownPlaceholder} {...(kind === "url" && { inputMode: "url" })} />
      )}
    </Field>
  );
}
