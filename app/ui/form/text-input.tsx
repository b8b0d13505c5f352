import { Eye, EyeOff, type LucideIcon } from "lucide-react";
import { forwardRef, type InputHTMLAttributes, type ReactNode, useEffect, useState } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";
import { controlClass, controlHeightClass } from "./control-class.ts";
import { useFieldWiring } from "./field.tsx";

export type TextInputProps = InputHTMLAttributes<HTMLInputElement> & { icon?: LucideIcon; trailing?: ReactNode };

export const TextInput = forwardRef<HTMLInputElement, TextInputProps>(function TextInput(
  { icon, trailing, className, ...own },
  ref,
) {
  const input = (
    <input
      type="text"
      ref={ref}
      {...useFieldWiring(own)}
      className={cx(
        controlClass,
        controlHeightClass,
        icon && "pl-9",
        Boolean(trailing) && "pr-10",
        !framed(icon, trailing) && className,
      )}
    />
  );
  if (!framed(icon, trailing)) return input;
  return (
    <span className={cx("relative block", className)}>
      {icon && (
        <Icon of={icon} className="pointer-events-none absolute left-2.5 top-1/2 -translate-y-1/2 text-text-3" />
      )}
      {input}
      {trailing && <span className="absolute inset-y-0 right-1 flex items-center">{trailing}</span>}
    </span>
  );
});

function framed(icon?: LucideIcon, trailing?: ReactNode): boolean {
  return Boolean(icon || trailing);
}

export type PasswordInputProps = Omit<TextInputProps, "type" | "trailing">;

export const PasswordInput = forwardRef<HTMLInputElement, PasswordInputProps>(function PasswordInput(
  { className, ...own },
  ref,
) {
  const [shown, setShown] = useState(false);
  // Without scripts the eye could not do anything, so it only comes once they run.
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <TextInput
      ref={ref}
      {...own}
      type={shown ? "text" : "password"}
      className={className}
      trailing={
        // Its place is there from the start: an input that is wrapped later is another one, without what was typed.
        isHydrated ? (
          <button
            type="button"
            aria-label="Passwort anzeigen"
            aria-pressed={shown}
            disabled={own.disabled}
            onClick={() => setShown(!shown)}
            className="grid h-7 w-7 place-items-center rounded-6 text-text-3 transition-colors hover:text-text-1 max-md:-mr-1 max-md:h-11 max-md:w-11"
          >
            <Icon of={shown ? EyeOff : Eye} />
          </button>
        ) : (
          <span className="h-7 w-7" />
        )
      }
    />
  );
});
