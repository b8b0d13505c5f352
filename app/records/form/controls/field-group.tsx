import { type FocusEventHandler, type ReactNode, useId } from "react";
import { FieldErrors } from "../../../ui/form/field.tsx";

interface FieldGroupProps {
  /** Absent where the controls inside name themselves. */
  label?: string;
  mark?: string | undefined;
  hint?: ReactNode;
  errors: readonly string[];
  onBlur?: FocusEventHandler | undefined;
  children: ReactNode;
}

/** Several controls that are one field, or one that carries its own label; said and described as `Field` does it. */
export function FieldGroup({ label, mark, hint, errors, onBlur, children }: FieldGroupProps) {
  const id = useId();
  const describedBy = [errors.length > 0 && `${id}-errors`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <fieldset
      aria-describedby={describedBy || undefined}
      data-invalid={errors.length > 0 || undefined}
      onBlur={onBlur}
      className="min-w-0"
    >
      {label && (
        <legend className="mb-1.5 text-ui font-medium">
          {label}
          {mark && <span className="ml-[3px] font-normal text-text-3"> {mark}</span>}
        </legend>
      )}
      {children}
      <FieldErrors id={`${id}-errors`} errors={errors} label={label} />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-meta text-text-3">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
