import * as Radix from "@radix-ui/react-dropdown-menu";
import type { LucideIcon } from "lucide-react";
import {
  type ComponentPropsWithoutRef,
  cloneElement,
  forwardRef,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

/** Does not lock the page: what lies beside an open menu stays readable and takes the next click. */
export function Menu(props: ComponentPropsWithoutRef<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

export const MenuTrigger = Radix.Trigger;

export const MenuContent = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Content>>(
  function MenuContent({ className, ...rest }, ref) {
    return (
      <Radix.Portal>
        <Radix.Content
          ref={ref}
          sideOffset={6}
          align="start"
          collisionPadding={8}
          {...rest}
          className={cx(
            "z-[60] max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-[208px] overflow-y-auto rounded-10 bg-raised p-[5px] text-ui shadow-e2",
            "data-[state=closed]:animate-fade-out data-[state=open]:animate-rise",
            className,
          )}
        />
      </Radix.Portal>
    );
  },
);

export type MenuItemProps = ComponentPropsWithoutRef<typeof Radix.Item> & {
  icon?: LucideIcon;
  kbd?: string;
  danger?: boolean;
};

/** With `asChild` its one child, usually a link, becomes the row and keeps icon and key hint. */
export const MenuItem = forwardRef<HTMLDivElement, MenuItemProps>(function MenuItem(
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

export function MenuSeparator() {
  return <Radix.Separator className="my-[5px] h-px bg-line" />;
}

export function MenuLabel({ className, ...rest }: ComponentPropsWithoutRef<typeof Radix.Label>) {
  return <Radix.Label {...rest} className={cx("px-[9px] pb-[5px] pt-[7px] text-label text-text-3", className)} />;
}
