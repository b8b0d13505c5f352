import * as Radix from "@radix-ui/react-popover";
import type { ComponentPropsWithoutRef, RefObject } from "react";
import { onMissedEscape } from "./missed-escape.ts";
import { ExistingTrigger } from "./overlay-trigger.tsx";

export type PopoverSheetProps = ComponentPropsWithoutRef<typeof Radix.Content> & {
  of: RefObject<HTMLElement>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Keeps the focus inside and the rest of the page out of reach. */
  modal?: boolean;
};

/** The sheet of a popover. */
export function PopoverSheet({ of, open, onOpenChange, modal = false, ...rest }: PopoverSheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Trigger asChild>
        <ExistingTrigger of={of} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          onKeyDown={onMissedEscape(() => onOpenChange(false))}
          {...rest}
        />
      </Radix.Portal>
    </Radix.Root>
  );
}
