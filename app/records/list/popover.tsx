import { cx } from "../../ui/cx.ts";
import { type PopoverProps, Popover as Sheet } from "../../ui/overlays/popover.tsx";

/** The popover of a list: its filters, columns and keys. */
export function Popover({ className, ...rest }: PopoverProps) {
  return (
    <Sheet
      {...rest}
      className={cx(
        "z-[55] max-h-[var(--radix-popover-content-available-height)] w-[288px] max-w-[calc(100vw-24px)] overflow-y-auto rounded-10 bg-raised p-3 text-ui shadow-e2",
        "data-[state=closed]:animate-fade-out data-[state=open]:animate-rise",
        className,
      )}
    />
  );
}
