import { type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import { type Late, waitingProps } from "./late.ts";
import { useOpen } from "./use-open.ts";
import { withProps } from "./with-props.ts";

export type Opening = { open?: boolean; onOpenChange?: (open: boolean) => void };

/** Whether a late sheet or dialog is open, and the sheet itself once somebody has come near its button or opened it. */
export function useLateSheet<Part>(part: Late<Part>, { open, onOpenChange }: Opening) {
  const [isOpen, setOpen] = useOpen(open, onOpenChange);
  const sheetId = useId();
  const [isNear, setNear] = useState(false);
  if (isOpen && !isNear) setNear(true);
  const isControlled = open !== undefined;
  // Without a button of its own it may be needed when nothing can be fetched any more: on leaving, offline.
  useEffect(() => {
    if (isControlled) part.load();
  }, [isControlled, part]);
  const sheet = part.usePart(isNear || isOpen, {
    isAsked: isOpen,
    onFailure: () => setOpen(false),
    onRetry: () => setOpen(true),
  });
  return { sheet, sheetId, isOpen, isWaiting: isOpen && !sheet, setOpen, onNear: () => setNear(true) };
}

interface SheetOpenerProps {
  /** The button itself. */
  trigger: ReactNode;
  of: RefObject<HTMLElement>;
  sheetId: string;
  isOpen: boolean;
  /** It was pressed, and what it opens is on its way. */
  isWaiting: boolean;
  setOpen: (open: boolean) => void;
  onNear: () => void;
}

/** The button of a late sheet, on the page from the start. */
export function SheetOpener({ trigger, of, sheetId, isOpen, isWaiting, setOpen, onNear }: SheetOpenerProps) {
  return withProps(
    trigger,
    {
      "aria-haspopup": "dialog",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? sheetId : undefined,
      "data-state": isOpen ? "open" : "closed",
      ...waitingProps(isWaiting),
      onPointerEnter: onNear,
      onFocus: onNear,
      onClick: () => setOpen(!isOpen),
    },
    of,
  );
}
