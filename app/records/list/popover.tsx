import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { type LazyPopoverProps, lazyPopover, type PopoverProps, Popover as Sheet } from "../../ui/overlays/popover.tsx";

const sheetClass = (className: string | undefined) =>
  cx(
    "z-[55] max-h-[var(--radix-popover-content-available-height)] w-[288px] max-w-[calc(100vw-24px)] overflow-y-auto rounded-10 bg-raised p-3 text-ui shadow-e2",
    "data-[state=closed]:animate-fade-out data-[state=open]:animate-rise",
    className,
  );

/** The popover of a list that holds little: its keys. */
export function Popover({ className, ...rest }: PopoverProps) {
  return <Sheet {...rest} className={sheetClass(className)} />;
}

/** The popover of a list whose content is fetched with it: its filters and columns. */
export function lazyListPopover<Content extends object>(
  fetch: () => Promise<Content>,
): (props: LazyPopoverProps<Content>) => ReactNode {
  const LazySheet = lazyPopover(fetch);
  return function LazyListPopover({ className, ...rest }) {
    return <LazySheet {...rest} className={sheetClass(className)} />;
  };
}
