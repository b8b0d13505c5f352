import { type ReactNode, useRef } from "react";
import { late } from "./late.ts";
import type { PopoverSheetProps } from "./popover-sheet.tsx";
import { type Opening, SheetOpener, useLateSheet } from "./sheet-opener.tsx";

const popoverSheet = late(() => import("./popover-sheet.tsx"));

export type PopoverProps = Opening &
  Omit<PopoverSheetProps, "of" | "open" | "onOpenChange"> & {
    /** The button that opens it. */
    trigger: ReactNode;
    label: string;
  };

/** A small sheet beside the button that opened it; a click elsewhere or Escape closes it. It is fetched late. */
export function Popover({ trigger, label, open, onOpenChange, ...rest }: PopoverProps) {
  const { sheet, ...opening } = useLateSheet(popoverSheet, { open, onOpenChange });
  const button = useRef<HTMLElement>(null);
  return (
    <>
      <SheetOpener trigger={trigger} of={button} {...opening} />
      {sheet && (
        <sheet.PopoverSheet
          {...rest}
          id={opening.sheetId}
          aria-label={label}
          of={button}
          open={opening.isOpen}
          onOpenChange={opening.setOpen}
        />
      )}
    </>
  );
}
