import { Plus } from "lucide-react";
import { type ButtonHTMLAttributes, forwardRef } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

export type MissingChipProps = ButtonHTMLAttributes<HTMLButtonElement>;

/** Stands where a value belongs that nobody has entered; pressing it is the way to enter it. */
export const MissingChip = forwardRef<HTMLButtonElement, MissingChipProps>(function MissingChip(
  { className, children = "fehlt", ...rest },
  ref,
) {
  const Shell = rest.onClick ? "button" : "span";
  return (
    <Shell
      {...(rest.onClick ? { type: "button" as const, ref } : {})}
      {...rest}
      className={cx(
        "inline-flex items-center gap-[3px] whitespace-nowrap rounded-4 border border-dashed border-control px-1.5 text-[12px] leading-[18px] text-text-3 transition-colors",
        rest.onClick
          ? "relative h-6 before:absolute before:-inset-x-1 before:-inset-y-[13px] hover:border-solid hover:text-text-1 md:before:hidden"
          : "h-5",
        className,
      )}
    >
      <Icon of={Plus} size={11} />
      {children}
    </Shell>
  );
});
