import { Slot } from "@radix-ui/react-slot";
import { Trash2 } from "lucide-react";
import {
  type ButtonHTMLAttributes,
  createContext,
  forwardRef,
  type KeyboardEvent,
  type MutableRefObject,
  type PointerEvent,
  type ReactNode,
  useContext,
  useId,
  useRef,
} from "react";
import { joinedModule, type LazyModule, prefetchedModule } from "./lazy-module.ts";
import type { MenuItemProps, MenuLabelProps, MenuWindowProps } from "./menu-window.tsx";
import { type LazyOverlay, type OverlayControls, useLazyOverlay } from "./overlay-trigger.tsx";

export type { MenuItemProps } from "./menu-window.tsx";

type Window = typeof import("./menu-window.tsx");

const menuWindow: LazyModule<Window> = prefetchedModule(() => import("./menu-window.tsx"));

/** Declares items that are fetched with the window of their menu, which opens once both are there. */
export const lazyMenuItems = <Items extends object>(fetch: () => Promise<Items>): LazyModule<Window & Items> =>
  joinedModule(menuWindow, prefetchedModule(fetch));

interface MenuState extends LazyOverlay<Window> {
  buttonId: string;
  /** Whether a key opened it, so that its first row shall have the focus. */
  byKey: MutableRefObject<boolean>;
}

const MenuContext = createContext<MenuState | undefined>(undefined);

function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("the parts of a menu need a Menu around them");
  return menu;
}

interface MenuProps extends OverlayControls {
  children: ReactNode;
  /** Items that are fetched; `MenuItems` draws them. */
  items?: LazyModule<Window>;
}

/** A button and its menu. Does not lock the page: what lies beside an open menu stays readable and takes the next click. */
export function Menu({ children, items = menuWindow, ...controls }: MenuProps) {
  const overlay = useLazyOverlay(items, controls);
  const byKey = useRef(false);
  const buttonId = useId();
  return <MenuContext.Provider value={{ ...overlay, buttonId, byKey }}>{children}</MenuContext.Provider>;
}

type MenuTriggerProps = ButtonHTMLAttributes<HTMLButtonElement> & { asChild?: boolean };

/** The button of a menu, on the page from the start; with `asChild` its one child is that button. */
export const MenuTrigger = forwardRef<HTMLElement, MenuTriggerProps>(function MenuTrigger(
  { asChild, children, ...rest },
  ref,
) {
  const { isOpen, setOpen, trigger, triggerProps, buttonId, byKey } = useMenu();
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    byKey.current = false;
    setOpen(!isOpen);
    // The menu takes the focus, and gives it back.
    if (!isOpen) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The menu may still be on its way, or not listen yet.
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
    if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    byKey.current = true;
    setOpen(event.key === "ArrowDown" || !isOpen);
  };
  return (
    <Slot
      ref={trigger}
      id={buttonId}
      aria-haspopup="menu"
      {...triggerProps}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      <Slot ref={ref} {...rest}>
        {asChild ? children : <button type="button">{children}</button>}
      </Slot>
    </Slot>
  );
});

export const MenuContent = forwardRef<HTMLDivElement, Omit<MenuWindowProps, "open" | "onOpenChange" | "of" | "byKey">>(
  function MenuContent(props, ref) {
    const { module, id, isOpen, setOpen, trigger, buttonId, byKey } = useMenu();
    if (!module) return null;
    return (
      <module.MenuWindow
        ref={ref}
        id={id}
        aria-labelledby={buttonId}
        {...props}
        open={isOpen}
        onOpenChange={setOpen}
        of={trigger}
        byKey={byKey}
      />
    );
  },
);

/** The fetched items of a menu, within its content. */
export function MenuItems<Items>({ of, children }: { of: LazyModule<Items>; children: (items: Items) => ReactNode }) {
  const items = of.read();
  return items ? children(items) : null;
}

/** With `asChild` its one child, usually a link, becomes the row and keeps icon and key hint. */
export const MenuItem = forwardRef<HTMLDivElement, MenuItemProps>(function MenuItem(props, ref) {
  const { module } = useMenu();
  return module ? <module.MenuRow {...props} ref={ref} /> : null;
});

export function MenuSeparator() {
  const { module } = useMenu();
  return module ? <module.MenuLine /> : null;
}

export function MenuLabel(props: MenuLabelProps) {
  const { module } = useMenu();
  return module ? <module.MenuHeading {...props} /> : null;
}

/** „Löschen …“, set apart at the end of a menu. */
export function MenuDelete({ onSelect }: { onSelect: () => void }) {
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={onSelect}>
        Löschen …
      </MenuItem>
    </>
  );
}
