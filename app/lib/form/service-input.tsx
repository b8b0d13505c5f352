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

interface ServiceInputsProps {
  service: Readonly<Record<string, ServiceField>>;
  /** Secrets that are set already. */
  known: readonly string[];
  fields: Pick<ReturnType<typeof useForm<Record<string, unknown>>>, "control" | "errorsOf">;
}

/** What a service of others needs to know. */
export function ServiceInputs({ service, known, fields }: ServiceInputsProps) {
  return Object.entries(service).map(([name, field]) => (
    <ServiceInput
      key={name}
      field={field}
      isKnown={known.includes(name)}
      control={fields.control(name)}
      errors={fields.errorsOf(name)}
    />
  ));
}

/** One thing that a service of others needs to know; secrets are typed and never shown again. */
function ServiceInput({ field, isKnown, control, errors }: ServiceInputProps) {
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
