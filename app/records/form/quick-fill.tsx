import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { MissingChip } from "../../ui/status/missing-chip.tsx";

const QuickFillForm = lazyPart(
  async () => (await import("./quick-fill-form.tsx")).QuickFillForm,
  <Skeleton className="h-[98px] w-full" />,
);

interface QuickFillProps {
  record: RecordRow;
  name: string;
  field: Field;
  /** For a place that draws a plain chip until somebody presses it. */
  defaultOpen?: boolean;
  /** Replaces the word „fehlt“. */
  children?: ReactNode;
}

/** The „fehlt“ chip of a field; who may edit the record fills the field in place. */
export function QuickFill({ record, name, field, defaultOpen = false, children }: QuickFillProps) {
  const [open, setOpen] = useState(defaultOpen);
  const chip = useRef<HTMLButtonElement>(null);
  useFocusInPlace(chip, open);
  if (field.readOnly || !record.can.edit) return <MissingChip>{children}</MissingChip>;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={`${field.label} ergänzen`}
      trigger={
        <MissingChip
          ref={chip}
          aria-label={`${field.label} von ${record.title} fehlt: ergänzen`}
          onClick={(event) => event.stopPropagation()}
        >
          {children}
        </MissingChip>
      }
      // What happens in the popover belongs to it alone and not to the row around the chip.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      onOpenAutoFocus={(event) => event.preventDefault()}
      className="z-[60] w-[320px] max-w-[calc(100vw-24px)] animate-rise rounded-10 bg-raised p-4 shadow-e2"
    >
      <QuickFillForm record={record} name={name} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/**
 * Where a chip gives way to the value that was entered over it, everything that had the focus is gone. The cell around
 * it takes the focus then, and is read out with its new value.
 */
function useFocusInPlace(chip: RefObject<HTMLElement>, isOpen: boolean): void {
  const wasOpened = useRef(isOpen);
  useEffect(() => {
    if (isOpen) wasOpened.current = true;
  }, [isOpen]);
  useEffect(() => {
    const own = chip.current;
    const container = own?.closest<HTMLElement>("td, dd, li");
    return () => {
      if (wasOpened.current) setTimeout(() => !own?.isConnected && focusOnce(container));
    };
  }, [chip]);
}

/** Focuses what cannot be reached by keys otherwise, unless something else has the focus already. */
function focusOnce(container: HTMLElement | null | undefined): void {
  const { activeElement, body } = document;
  if (!container?.isConnected || (activeElement && activeElement !== body)) return;
  container.tabIndex = -1;
  container.addEventListener("blur", () => container.removeAttribute("tabindex"), { once: true });
  container.focus({ preventScroll: true });
}
