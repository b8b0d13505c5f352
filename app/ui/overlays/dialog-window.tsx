import * as Radix from "@radix-ui/react-dialog";
import { type ComponentPropsWithoutRef, type MutableRefObject, type ReactNode, useRef } from "react";
import { cx } from "../cx.ts";
import { DialogFooter } from "./dialog-footer.tsx";
import { onMissedEscape } from "./missed-escape.ts";

export type DialogWindowProps = Pick<
  ComponentPropsWithoutRef<typeof Radix.Content>,
  "onOpenAutoFocus" | "onCloseAutoFocus" | "onInteractOutside" | "onEscapeKeyDown" | "id" | "role" | "className"
> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  width?: keyof typeof widths;
  children?: ReactNode;
};

const widths = { 440: "md:w-[440px]", 560: "md:w-[560px]", 920: "md:w-[min(920px,calc(100vw-64px))]" } as const;

/** The window of a dialog; from below on a phone, in the middle elsewhere. */
export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  footer,
  width = 440,
  children,
  className,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...content
}: DialogWindowProps) {
  const openers = useOpeners(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-[60] bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...content}
          ref={(window) => void (window && openersOf.set(window, openers.current))}
          data-dialog=""
          onKeyDown={onMissedEscape(() => onOpenChange(false))}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus?.(event);
            if (event.defaultPrevented || !(event.currentTarget instanceof HTMLElement)) return;
            if (focusFirstField(event.currentTarget)) event.preventDefault();
            else focusLateField(event.currentTarget);
          }}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            // Radix returns the focus to its own trigger only, and most dialogs are opened by something else.
            const opener = openers.current.find(({ isConnected }) => isConnected);
            if (event.defaultPrevented || !opener) return;
            event.preventDefault();
            if (!isTakenByAnotherDialog(opener)) opener.focus();
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cx(
            "fixed inset-x-0 bottom-0 z-[60] flex max-h-[calc(100dvh-24px)] flex-col overflow-y-auto rounded-t-12 bg-raised px-6 pb-[calc(20px+env(safe-area-inset-bottom))] pt-[22px] shadow-e3",
            "data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-slow",
            "md:inset-0 md:m-auto md:h-fit md:max-h-[calc(100dvh-64px)] md:rounded-12 md:pb-5",
            widths[width],
            className,
          )}
        >
          <Radix.Title className="text-dialog">{title}</Radix.Title>
          {description && <Radix.Description className="mt-1.5 text-body text-text-2">{description}</Radix.Description>}
          {children}
          {footer && <DialogFooter className="mt-[22px]">{footer}</DialogFooter>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What opened the dialogs that are there, the nearest first. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>();

/**
 * What had the focus as a dialog opened, read while it is drawn: a field with `autoFocus` takes it before Radix asks.
 * Where a dialog takes the place of another one, such as a form that of its skeleton, what opened that one follows.
 */
function useOpeners(open: boolean): MutableRefObject<readonly HTMLElement[]> {
  const openers = useRef<readonly HTMLElement[]>([]);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) {
    const { activeElement: active } = document;
    const opener = openerOf(active);
    const before = openersOf.get(active?.closest("[data-dialog]") ?? document.body) ?? [];
    openers.current = opener && opener !== document.body ? [opener, ...before] : before;
  }
  wasOpen.current = open;
  return openers;
}

/** What people fill in, apart from a choice of a few that has its answer already. */
const fields =
  'input:not([type="hidden"], [type="file"], [type="radio"], [type="checkbox"]), textarea, select, [role="combobox"]';

/** Leads to what is filled in first; false where a dialog only asks. */
function focusFirstField(dialog: HTMLElement): boolean {
  const isOffered = (field: HTMLElement) =>
    !field.matches(":disabled, [readonly]") && !field.closest("[hidden], [inert]");
  const first = [...dialog.querySelectorAll<HTMLElement>(fields)].find(isOffered);
  first?.focus({ preventScroll: true });
  return first !== undefined;
}

/** A form that is fetched with its first opening has the focus when it is there, unless somebody went elsewhere. */
function focusLateField(dialog: HTMLElement): void {
  const observer = new MutationObserver(() => {
    const isWaiting =
      dialog.isConnected && (document.activeElement === dialog || document.activeElement === document.body);
    if (!isWaiting || focusFirstField(dialog)) observer.disconnect();
  });
  observer.observe(dialog, { childList: true, subtree: true });
}

/** Whether a dialog that was opened while this one faded has the focus, and perhaps its first keys. */
function isTakenByAnotherDialog(opener: HTMLElement): boolean {
  const holder = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
  return holder != null && !holder.contains(opener);
}

/** What had the focus; for an entry of a menu, which is gone by then, the button of that menu. */
function openerOf(active: Element | null): HTMLElement | null {
  const menuButton = active?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return menuButton ? document.getElementById(menuButton) : (active as HTMLElement | null);
}
