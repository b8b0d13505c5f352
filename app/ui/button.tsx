import type { LucideIcon } from "lucide-react";
import { type ButtonHTMLAttributes, forwardRef, type MouseEvent } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";
import { cx } from "./cx.ts";
import { Icon, Spinner } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

type Loadable = { loading?: boolean; variant?: ButtonVariant; size?: ButtonSize };

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Loadable & { icon?: LucideIcon; loadingLabel?: string; keyHint?: string };

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, icon, loading = false, loadingLabel, keyHint, className, children, onClick, ...rest },
  ref,
) {
  const idle = (
    <>
      {icon && <Icon of={icon} />}
      {children}
      {keyHint && <Kbd className="ml-0.5 max-md:hidden">{keyHint}</Kbd>}
    </>
  );
  return (
    <button
      type="button"
      ref={ref}
      {...rest}
      className={cx(buttonClass({ variant, size }), className)}
      aria-busy={loading || rest["aria-busy"]}
      aria-disabled={loading || undefined}
      onClick={unlessLoading(loading, onClick)}
    >
      {loading ? (
        <span className="inline-grid items-center justify-items-center">
          {/* The idle label stays in the layout, so that the button keeps its width. */}
          <span className="invisible inline-flex items-center gap-[7px] [grid-area:1/1]" aria-hidden="true">
            {idle}
          </span>
          <span className="inline-flex items-center gap-[7px] [grid-area:1/1]">
            <Spinner />
            {loadingLabel ?? children}
          </span>
        </span>
      ) : (
        idle
      )}
    </button>
  );
});

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label"> &
  Loadable & { icon: LucideIcon; label: string };

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { variant = "ghost", size, icon, label, loading = false, className, onClick, ...rest },
  ref,
) {
  return (
    <button
      type="button"
      ref={ref}
      {...rest}
      aria-label={label}
      className={cx(buttonClass({ variant, size, iconOnly: true }), className)}
      aria-busy={loading || rest["aria-busy"]}
      aria-disabled={loading || undefined}
      onClick={unlessLoading(loading, onClick)}
    >
      {loading ? <Spinner /> : <Icon of={icon} />}
    </button>
  );
});

/** A busy button keeps the focus, which `disabled` would take away; therefore the click is swallowed instead. */
function unlessLoading(loading: boolean, onClick: ButtonProps["onClick"]) {
  return loading ? (event: MouseEvent) => event.preventDefault() : onClick;
}
