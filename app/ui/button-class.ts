import { cx } from "./cx.ts";

const VARIANTS = {
  primary:
    "border-transparent bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-press [&_kbd]:bg-[rgb(255_255_255/0.1)] [&_kbd]:text-on-brand [&_kbd]:shadow-none",
  secondary:
    "border-line-strong bg-surface text-text-1 hover:border-control hover:bg-sunken active:bg-selected [&_svg]:text-text-2",
  ghost: "border-transparent bg-transparent text-text-1 hover:bg-tint-7 active:bg-tint-7 [&_svg]:text-text-2",
  ink: "border-transparent bg-inverse text-on-inverse hover:bg-[color-mix(in_srgb,var(--inverse)_88%,var(--surface))] active:bg-[color-mix(in_srgb,var(--inverse)_80%,var(--surface))]",
  danger: "border-line-strong bg-surface text-bad-text hover:border-control hover:bg-sunken active:bg-selected",
  "danger-fill": "border-transparent bg-bad text-on-bad hover:bg-bad-hover active:bg-bad-hover",
  "on-tint": "border-tint-26 bg-transparent text-text-1 hover:bg-tint-7 active:bg-tint-7 [&_svg]:text-text-2",
} as const;

const SIZES = {
  sm: { text: "h-7 px-2.5 text-[12.5px] leading-5", icon: "h-7 w-7" },
  md: { text: "h-8 px-3 text-ui", icon: "h-8 w-8" },
  lg: { text: "h-10 px-[18px] text-row", icon: "h-10 w-10" },
} as const;

export type ButtonVariant = keyof typeof VARIANTS;
export type ButtonSize = keyof typeof SIZES;

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; iconOnly?: boolean };

/** The classes of a button, for links and whatever else has to look like one. */
export function buttonClass({ variant = "secondary", size = "md", iconOnly = false }: ButtonLook = {}): string {
  return cx(
    "inline-flex flex-none select-none items-center justify-center gap-[7px] whitespace-nowrap rounded-6 border font-medium no-underline transition-colors",
    "disabled:border-transparent disabled:bg-sunken disabled:text-text-3 disabled:opacity-75",
    VARIANTS[variant],
    iconOnly ? cx(SIZES[size].icon, "max-md:h-11 max-md:w-11") : cx(SIZES[size].text, "max-md:h-11"),
  );
}
