import { Slot } from "@radix-ui/react-slot";
import { createContext, type ReactNode, useContext } from "react";
import type { DialogWindowProps } from "./dialog-window.tsx";
import { prefetchedModule } from "./lazy-module.ts";
import { type OverlayControls, OverlayTrigger, useLazyOverlay } from "./overlay-trigger.tsx";

const dialogWindow = prefetchedModule(() => import("./dialog-window.tsx"));
const CloseContext = createContext<() => void>(() => undefined);

export type DialogProps = OverlayControls &
  Omit<DialogWindowProps, "open" | "onOpenChange"> & {
    /** The button that opens it. */
    trigger?: ReactNode;
  };

/** A question or a form over the page, which nobody can use meanwhile. */
export function Dialog({ trigger, open, onOpenChange, ...rest }: DialogProps) {
  const overlay = useLazyOverlay(dialogWindow, { open, onOpenChange }, trigger !== undefined);
  const { module, id, isOpen, setOpen } = overlay;
  return (
    <CloseContext.Provider value={() => setOpen(false)}>
      {trigger && <OverlayTrigger of={overlay}>{trigger}</OverlayTrigger>}
      {module && <module.DialogWindow {...rest} id={id} open={isOpen} onOpenChange={setOpen} />}
    </CloseContext.Provider>
  );
}

/** Makes its one child, a button, close the dialog around it. */
export function DialogClose({ children }: { asChild: true; children: ReactNode }) {
  return <Slot onClick={useContext(CloseContext)}>{children}</Slot>;
}
