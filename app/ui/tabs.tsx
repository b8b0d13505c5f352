import { Fragment, type HTMLAttributes, type ReactNode } from "react";
import { cx } from "./cx.ts";

export type TabItem = { label: string; count?: number; urgent?: boolean; current?: boolean };

export type TabLink = { className: string; "aria-current"?: "page"; children: ReactNode };

export type TabsProps<Item extends TabItem> = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  label: string;
  items: readonly Item[];
  size?: "sm" | "md";
  renderLink: (item: Item, link: TabLink) => ReactNode;
};

/** Tabs that are links: the address says which one is open. */
export function Tabs<Item extends TabItem>({
  label,
  items,
  size = "md",
  renderLink,
  className,
  ...rest
}: TabsProps<Item>) {
  return (
    <nav
      {...rest}
      aria-label={label}
      className={cx(
        "flex overflow-x-auto overflow-y-hidden [scrollbar-width:none]",
        size === "sm" ? "gap-4" : "gap-[22px] shadow-[inset_0_-1px_0_var(--line)]",
        className,
      )}
    >
      {items.map((item) => (
        <Fragment key={item.label}>{renderLink(item, tabLink(item, size))}</Fragment>
      ))}
    </nav>
  );
}

function tabLink({ label, count, urgent, current }: TabItem, size: "sm" | "md"): TabLink {
  return {
    "aria-current": current ? "page" : undefined,
    className: cx(
      "relative flex flex-none items-center gap-1.5 whitespace-nowrap text-ui font-medium transition-colors focus-visible:rounded-4 focus-visible:outline-offset-[-2px] max-md:h-11 max-md:before:absolute max-md:before:inset-y-0 max-md:before:-inset-x-2",
      size === "sm" ? "h-8" : "h-10",
      current ? "text-text-1 after:absolute after:inset-x-0 after:bg-text-1" : "text-text-2 hover:text-text-1",
      current && (size === "sm" ? "after:bottom-[3px] after:h-[1.5px]" : "after:bottom-0 after:h-0.5"),
    ),
    children: (
      <>
        {label}
        {count !== undefined && (
          <span className={cx("num", urgent ? "font-semibold text-warn-text" : "text-label font-normal text-text-3")}>
            {count}
          </span>
        )}
      </>
    ),
  };
}
