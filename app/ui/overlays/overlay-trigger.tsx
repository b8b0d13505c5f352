import { Slot } from "@radix-ui/react-slot";
import {
  forwardRef,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { type LazyModule, preload, useOpenedModule } from "./lazy-module.ts";

export interface OverlayControls {
  /** Given where somebody else keeps whether it is open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** What a menu, a popover or a dialog has in common: its module, whether it is open, and the button that opens it. */
export interface LazyOverlay<Module> {
  module: Module | undefined;
  id: string;
  trigger: RefObject<HTMLElement>;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  /** What the button says of itself, and when somebody comes near it the module is fetched. */
  triggerProps: ReturnType<typeof triggerProps> & { onPointerEnter: () => void; onFocus: () => void };
}

/** An overlay whose module is fetched when somebody comes near its button or opens it; at once where it has no button. */
export function useLazyOverlay<Module>(
  lazy: LazyModule<Module>,
  { open, onOpenChange }: OverlayControls,
  hasButton = true,
): LazyOverlay<Module> {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const setOpen = useCallback(
    (next: boolean) => {
      if (next === isOpen) return;
      setOwnOpen(next);
      onOpenChange?.(next);
    },
    [isOpen, onOpenChange],
  );
  const [isNear, setNear] = useState(false);
  const module = useOpenedModule(lazy, { isOpen, setOpen }, isNear);
  // It may be needed when nothing can be fetched any more: on leaving, offline.
  useEffect(() => {
    if (!hasButton) preload(lazy);
  }, [hasButton, lazy]);
  const id = useId();
  const onNear = () => setNear(true);
  return {
    module,
    id,
    isOpen,
    setOpen,
    trigger: useRef<HTMLElement>(null),
    triggerProps: { ...triggerProps(id, isOpen, isOpen && !module), onPointerEnter: onNear, onFocus: onNear },
  };
}

/** While the module is on its way, screen readers hear so at once; the eyes see it when it takes. */
const triggerProps = (id: string, isOpen: boolean, isWaiting: boolean) => ({
  "aria-expanded": isOpen,
  "aria-controls": isOpen ? id : undefined,
  "data-state": isOpen ? "open" : "closed",
  "aria-busy": isWaiting || undefined,
  "data-waiting": isWaiting ? "" : undefined,
});

/** The button of a popover or a dialog, on the page from the start. */
export function OverlayTrigger({ of, children }: { of: LazyOverlay<unknown>; children: ReactNode }) {
  return (
    <Slot ref={of.trigger} aria-haspopup="dialog" {...of.triggerProps} onClick={() => of.setOpen(!of.isOpen)}>
      {children}
    </Slot>
  );
}

/**
 * Stands where Radix renders a trigger and hands it the button that is on the page already, which would lose the focus
 * if Radix replaced it.
 */
export const ExistingTrigger = forwardRef<HTMLElement, { of: RefObject<HTMLElement> }>(function ExistingTrigger(
  { of },
  ref,
) {
  useImperativeHandle(ref, () => of.current as HTMLElement, [of]);
  return null;
});
