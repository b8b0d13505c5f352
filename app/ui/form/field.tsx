import { CircleAlert } from "lucide-react";
import { createContext, type HTMLAttributes, type ReactNode, useContext, useId } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

type Wiring = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

const FieldContext = createContext<Wiring | null>(null);

export type FieldProps = HTMLAttributes<HTMLDivElement> & {
  label: string;
  mark?: string;
  /** Stands at the right of the label, for a link such as „Passwort vergessen?“. */
  aside?: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[];
  controlId?: string;
};

/** Names the control inside, describes it by its hint and by every one of its errors. */
export function Field({ label, mark, aside, hint, errors = [], controlId, className, children, ...rest }: FieldProps) {
  const generatedId = useId();
  const id = controlId ?? generatedId;
  // An error that says the same once more needs no hint below it.
  const isHinted = Boolean(hint) && !errors.some((error) => typeof hint === "string" && error.endsWith(hint));
  const hintId = isHinted ? `${id}-hint` : "";
  const errorsId = errors.length > 0 ? `${id}-errors` : "";
  const wiring: Wiring = {
    id,
    "aria-describedby": cx(errorsId, hintId) || undefined,
    "aria-invalid": errors.length > 0 || undefined,
  };
  return (
    <div {...rest} className={className}>
      <div className="mb-1.5 flex gap-1.5 text-ui">
        <label htmlFor={id} className="font-medium">
          {label}
          {mark && <span className="ml-[3px] font-normal text-text-3"> {mark}</span>}
        </label>
        {aside && <span className="ml-auto">{aside}</span>}
      </div>
      <FieldContext.Provider value={wiring}>{children}</FieldContext.Provider>
      <FieldErrors id={errorsId} errors={errors} label={label} />
      {isHinted && (
        <p id={hintId} className="mt-1.5 text-meta text-text-3">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The attributes that tie a control to the field around it; what the control sets itself wins. */
export function useFieldWiring<Props extends object>(own: Props): Props & Partial<Wiring> {
  const wiring = useContext(FieldContext);
  return { ...wiring, ...own };
}

interface FieldErrorsProps {
  id: string;
  errors: readonly string[];
  label: string | undefined;
}

/** Every error of a field, below its control; nothing where there are none. */
export function FieldErrors({ id, errors, label }: FieldErrorsProps) {
  if (errors.length === 0) return null;
  return (
    <ul id={id}>
      {errors.map((error) => (
        <li key={error} className="mt-1.5 flex gap-1.5 text-meta text-bad-text">
          <Icon of={CircleAlert} size={14} className="mt-0.5" />
          <span className="min-w-0">
            <ErrorSentence error={error} label={label} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A sentence about a field names it, for toasts and screen readers; below the field itself the eye has read the name. */
export function ErrorSentence({ error, label }: { error: string; label: string | undefined }) {
  const name = `${label}: `;
  if (!label || !error.startsWith(name)) return error;
  return (
    <>
      <span className="sr-only">{name}</span>
      {error.slice(name.length)}
    </>
  );
}
