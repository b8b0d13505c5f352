import * as Radix from "@radix-ui/react-popover";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";

interface PopoverProps extends Pick<ComponentPropsWithoutRef<typeof Radix.Content>, "align" | "onOpenAutoFocus"> {
  /** The button that opens it. */
  trigger: ReactNode;
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A small sheet beside the button that opened it; a click elsewhere or Escape closes it. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  className,
  children,
  align = "start",
  ...rest
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...rest}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={cx(
            "z-[55] max-h-[var(--radix-popover-content-available-height)] w-[288px] max-w-[calc(100vw-24px)] overflow-y-auto rounded-10 bg-raised p-3 text-ui shadow-e2",
            "data-[state=closed]:animate-fade-out data-[state=open]:animate-rise",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
