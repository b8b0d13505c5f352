import { Fragment, type ReactNode, useId } from "react";
import { ErrorSentence } from "./field.tsx";

interface FieldsetProps {
  legend: string;
  errors: readonly string[];
  children: ReactNode;
}

/** Controls that answer one question together, with what is wrong with the answer below them. */
export function Fieldset({ legend, errors, children }: FieldsetProps) {
  const errorId = useId();
  const isWrong = errors.length > 0;
  return (
    <fieldset aria-describedby={isWrong ? errorId : undefined} data-invalid={isWrong || undefined}>
      <legend className="text-ui font-medium">{legend}</legend>
      {children}
      {isWrong && (
        <p id={errorId} className="mt-1.5 text-meta text-bad-text">
          {errors.map((error) => (
            <Fragment key={error}>
              <ErrorSentence error={error} label={legend} />{" "}
            </Fragment>
          ))}
        </p>
      )}
    </fieldset>
  );
}
