import * as Radix from "@radix-ui/react-tooltip";
import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from "react";

export type TooltipProps = Pick<ComponentPropsWithoutRef<typeof Radix.Content>, "side" | "align"> & {
  label: ReactNode;
  keys?: string;
  children: ReactElement;
};

/** Repeats or details what its child already says; the child needs its own name for touch and screen readers. */
export function Tooltip({ label, keys, side = "top", align, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            className="z-[80] flex max-w-[280px] animate-rise items-center gap-2 rounded-6 bg-inverse px-2 py-[5px] text-label font-medium text-on-inverse"
          >
            {label}
            {keys && <kbd className="text-key text-on-inverse-2">{keys}</kbd>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
