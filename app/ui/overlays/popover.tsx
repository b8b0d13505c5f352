import type { ReactNode } from "react";
import { prefetchedModule } from "./lazy-module.ts";
import { type OverlayControls, OverlayTrigger, useLazyOverlay } from "./overlay-trigger.tsx";
import type { PopoverSheetProps } from "./popover-sheet.tsx";

const popoverSheet = prefetchedModule(() => import("./popover-sheet.tsx"));

export type PopoverProps = OverlayControls &
  Omit<PopoverSheetProps, "of" | "open" | "onOpenChange"> & {
    /** The button that opens it. */
    trigger: ReactNode;
    label: string;
  };

/** A small sheet beside the button that opened it; a click elsewhere or Escape closes it. */
export function Popover({ trigger, label, open, onOpenChange, ...rest }: PopoverProps) {
  const overlay = useLazyOverlay(popoverSheet, { open, onOpenChange });
  const { module, id, isOpen, setOpen } = overlay;
  return (
    <>
      <OverlayTrigger of={overlay}>{trigger}</OverlayTrigger>
      {module && (
        <module.PopoverSheet
          {...rest}
          id={id}
          aria-label={label}
          of={overlay.trigger}
          open={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}
