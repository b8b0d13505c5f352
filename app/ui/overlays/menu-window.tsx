import * as Radix from "@radix-ui/react-dropdown-menu";
import type { LucideIcon } from "lucide-react";
import {
  type ComponentPropsWithoutRef,
  cloneElement,
  type FocusEvent,
  forwardRef,
  isValidElement,
  type MutableRefObject,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";
import { Kbd } from "../kbd.tsx";
import { onMissedEscape } from "./missed-escape.ts";
import { ExistingTrigger } from "./overlay-trigger.tsx";

export type MenuWindowProps = ComponentPropsWithoutRef<typeof Radix.Content> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  of: RefObject<HTMLElement>;
  /** Whether a key opened it; the menu takes note of that once. */
  byKey: MutableRefObject<boolean>;
};

/** The menu itself, with all that only an open one needs. */
export const MenuWindow = forwardRef<HTMLDivElement, MenuWindowProps>(function MenuWindow(
  { open, onOpenChange, of, byKey, className, ...rest },
  ref,
) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <ExistingTrigger of={of} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={ref}
          sideOffset={6}
          align="start"
          collisionPadding={8}
          {...rest}
          onKeyDown={onMissedEscape(() => onOpenChange(false))}
          onFocus={(event) => {
            if (byKey.current) focusFirstRow(event);
            byKey.current = false;
          }}
          className={cx(
            "z-[60] max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-[208px] overflow-y-auto rounded-10 bg-raised p-[5px] text-ui shadow-e2",
            "data-[state=closed]:animate-fade-out data-[state=open]:animate-rise",
            className,
          )}
        />
      </Radix.Portal>
    </Radix.Root>
  );
});

/** A menu that arrives after the key that opened it cannot know of that key. */
function focusFirstRow({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget) return;
  currentTarget.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus();
}

export type MenuItemProps = ComponentPropsWithoutRef<typeof Radix.Item> & {
  icon?: LucideIcon;
  kbd?: string;
  danger?: boolean;
};

export const MenuRow = forwardRef<HTMLDivElement, MenuItemProps>(function MenuRow(
  { icon, kbd, danger = false, asChild, className, children, ...rest },
  ref,
) {
  const row = (label: ReactNode) => (
    <>
      {icon && <Icon of={icon} className={danger ? undefined : "text-text-3"} />}
      <span className="min-w-0 truncate">{label}</span>
      {kbd && <Kbd className="ml-auto max-md:hidden">{kbd}</Kbd>}
    </>
  );
  const link = asChild && isValidElement(children) ? (children as ReactElement<{ children?: ReactNode }>) : undefined;
  return (
    <Radix.Item
      ref={ref}
      asChild={Boolean(link)}
      {...rest}
      className={cx(
        "flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-6 px-[9px] outline-none data-[highlighted]:bg-tint-6 data-[disabled]:cursor-default data-[disabled]:text-text-3 max-md:h-11",
        danger && "text-bad-text",
        className,
      )}
    >
      {link ? cloneElement(link, undefined, row(link.props.children)) : row(children)}
    </Radix.Item>
  );
});

export function MenuLine() {
  return <Radix.Separator className="my-[5px] h-px bg-line" />;
}

export type MenuLabelProps = ComponentPropsWithoutRef<typeof Radix.Label>;

export function MenuHeading({ className, ...rest }: MenuLabelProps) {
  return <Radix.Label {...rest} className={cx("px-[9px] pb-[5px] pt-[7px] text-label text-text-3", className)} />;
}
