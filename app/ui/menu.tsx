import {
  type ButtonHTMLAttributes,
  createContext,
  forwardRef,
  type KeyboardEvent,
  type MutableRefObject,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import { late, waitingProps } from "./late.ts";
import type { MenuItemProps, MenuLabelProps, MenuWindowProps } from "./menu-window.tsx";
import type { Opening } from "./sheet-opener.tsx";
import { useOpen } from "./use-open.ts";
import { withProps } from "./with-props.ts";

export type { MenuItemProps } from "./menu-window.tsx";

type Parts = typeof import("./menu-window.tsx");

const menuWindow = late<Parts>(() => import("./menu-window.tsx"));

interface MenuState {
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  button: RefObject<HTMLElement>;
  buttonId: string;
  /** Whether a key opened it, so that its first row shall have the focus. */
  byKey: MutableRefObject<boolean>;
  onNear: () => void;
  parts: Parts | undefined;
}

const MenuContext = createContext<MenuState | undefined>(undefined);

function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("the parts of a menu need a Menu around them");
  return menu;
}

/**
 * A button and the menu that it opens, which is fetched late. Does not lock the page: what lies beside an open menu
 * stays readable and takes the next click.
 */
export function Menu({ children, open, onOpenChange }: Opening & { children: ReactNode }) {
  const [isOpen, setOpen] = useOpen(open, onOpenChange);
  const [isNear, setNear] = useState(false);
  if (isOpen && !isNear) setNear(true);
  const button = useRef<HTMLElement>(null);
  const byKey = useRef(false);
  const buttonId = useId();
  const parts = menuWindow.usePart(isNear || isOpen, {
    isAsked: isOpen,
    onFailure: () => setOpen(false),
    onRetry: () => setOpen(true),
  });
  const onNear = () => setNear(true);
  return (
    <MenuContext.Provider value={{ isOpen, setOpen, button, buttonId, byKey, onNear, parts }}>
      {children}
    </MenuContext.Provider>
  );
}

const menuIdOf = (buttonId: string) => `${buttonId}menu`;

type MenuTriggerProps = ButtonHTMLAttributes<HTMLButtonElement> & { asChild?: boolean };

/** The button of a menu, on the page from the start; with `asChild` its one child is that button. */
export const MenuTrigger = forwardRef<HTMLElement, MenuTriggerProps>(function MenuTrigger(
  { asChild, children, ...rest },
  ref,
) {
  const { isOpen, setOpen, button, buttonId, byKey, onNear, parts } = useMenu();
  const own = {
    id: buttonId,
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? menuIdOf(buttonId) : undefined,
    "data-state": isOpen ? "open" : "closed",
    ...waitingProps(isOpen && !parts),
    onPointerEnter: onNear,
    onFocus: onNear,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.ctrlKey) return;
      byKey.current = false;
      setOpen(!isOpen);
      // The menu takes the focus, and gives it back.
      if (!isOpen) event.preventDefault();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      byKey.current = true;
      setOpen(event.key === "ArrowDown" || !isOpen);
    },
  };
  const bare = asChild ? children : <button type="button">{children}</button>;
  return withProps(withProps(bare, rest, ref), own, button);
});

export const MenuContent = forwardRef<HTMLDivElement, Omit<MenuWindowProps, "open" | "onOpenChange" | "of" | "byKey">>(
  function MenuContent(props, ref) {
    const { isOpen, setOpen, button, buttonId, byKey, parts } = useMenu();
    if (!parts) return null;
    return (
      <parts.MenuWindow
        ref={ref}
        id={menuIdOf(buttonId)}
        aria-labelledby={buttonId}
        {...props}
        open={isOpen}
        onOpenChange={setOpen}
        of={button}
        byKey={byKey}
      />
    );
  },
);

/** With `asChild` its one child, usually a link, becomes the row and keeps icon and key hint. */
export const MenuItem = forwardRef<HTMLDivElement, MenuItemProps>(function MenuItem(props, ref) {
  const { parts } = useMenu();
  return parts ? <parts.MenuRow {...props} ref={ref} /> : null;
});

export function MenuSeparator() {
  const { parts } = useMenu();
  return parts ? <parts.MenuLine /> : null;
}

export function MenuLabel(props: MenuLabelProps) {
  const { parts } = useMenu();
  return parts ? <parts.MenuHeading {...props} /> : null;
}
