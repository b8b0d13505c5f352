import { createContext, type ReactNode, useContext, useRef } from "react";
import type { DialogWindowProps } from "./dialog-window.tsx";
import { late } from "./late.ts";
import { type Opening, SheetOpener, useLateSheet } from "./sheet-opener.tsx";
import { withProps } from "./with-props.ts";

const dialogWindow = late(() => import("./dialog-window.tsx"));
const CloseContext = createContext<() => void>(() => undefined);

export type DialogProps = Opening &
  Omit<DialogWindowProps, "open" | "onOpenChange"> & {
    trigger?: ReactNode;
  };

/** A question or a form over the page, which rests meanwhile. Its window is fetched late. */
export function Dialog({ trigger, open, onOpenChange, ...rest }: DialogProps) {
  const { sheet, ...opening } = useLateSheet(dialogWindow, { open, onOpenChange });
  const { sheetId, isOpen, setOpen } = opening;
  const button = useRef<HTMLElement>(null);
  return (
    <CloseContext.Provider value={() => setOpen(false)}>
      {trigger && <SheetOpener trigger={trigger} of={button} {...opening} />}
      {sheet && <sheet.DialogWindow {...rest} id={sheetId} open={isOpen} onOpenChange={setOpen} />}
    </CloseContext.Provider>
  );
}

/** Makes its one child, a button, close the dialog around it. */
export function DialogClose({ children }: { asChild: true; children: ReactNode }) {
  return <>{withProps(children, { onClick: useContext(CloseContext) })}</>;
}
