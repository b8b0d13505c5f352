import { Fragment, type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { lazyModule, useLazyModule } from "./overlays/lazy-module.ts";

export type TabItem = { label: string; count?: number; urgent?: boolean; current?: boolean };

export type TabLink = { className: string; "aria-current"?: "page"; children: ReactNode };

export type TabsProps<Item extends TabItem> = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  label: string;
  items: readonly Item[];
  size?: "sm" | "md";
  renderLink: (item: Item, link: TabLink) => ReactNode;
};

const tabsMenu = lazyModule(() => import("./tabs-menu.tsx"));

/**
 * Tabs that are links: the URL says which one is open. It is in sight, an end that hides more fades out, and a menu
 * beside a row that does not fit holds all of them.
 */
export function Tabs<Item extends TabItem>({
  label,
  items,
  size = "md",
  renderLink,
  className,
  ...rest
}: TabsProps<Item>) {
  const nav = useRef<HTMLElement>(null);
  const hides = useHiddenEnds(nav, items.find(({ current }) => current)?.label);
  const menu = useLazyModule(tabsMenu, hides !== "none");
  return (
    <div className={cx("flex min-w-0", size === "md" && "shadow-[inset_0_-1px_0_var(--line)]", className)}>
      <nav
        {...rest}
        ref={nav}
        aria-label={label}
        className={cx(
          "flex min-w-0 flex-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]",
          size === "sm" ? "gap-4" : "gap-[22px]",
          hides === "end" && "[mask-image:linear-gradient(to_left,transparent,black_40px)]",
          hides === "start" && "[mask-image:linear-gradient(to_right,transparent,black_40px)]",
          hides === "both" &&
            "[mask-image:linear-gradient(to_right,transparent,black_40px,black_calc(100%-40px),transparent)]",
        )}
      >
        {items.map((item) => (
          <Fragment key={item.label}>{renderLink(item, tabLink(item, size))}</Fragment>
        ))}
      </nav>
      {hides !== "none" && menu && (
        <menu.TabsMenu
          className={cx("ml-1 flex-none self-center", size === "md" && "mb-0.5")}
          items={items}
          renderLink={renderLink}
        />
      )}
    </div>
  );
}

type HiddenEnds = "none" | "start" | "end" | "both";

/** At which ends a scrolled row hides something; brings the open tab into sight whenever another one opens. */
function useHiddenEnds(nav: RefObject<HTMLElement>, open: string | undefined): HiddenEnds {
  const [hides, setHides] = useState<HiddenEnds>("none");
  useEffect(() => {
    const row = nav.current;
    const tab = open === undefined ? null : row?.querySelector<HTMLElement>("[aria-current]");
    if (!row || !tab) return;
    const [start, end] = [tab.offsetLeft - row.offsetLeft, tab.offsetLeft - row.offsetLeft + tab.offsetWidth];
    if (start < row.scrollLeft || end > row.scrollLeft + row.clientWidth)
      row.scrollLeft = start - (row.clientWidth - tab.offsetWidth) / 2;
  }, [nav, open]);
  useEffect(() => {
    const row = nav.current;
    if (!row) return;
    const look = () => {
      // Where the last tab ends: what fingers can hit reaches beyond it, and the row scrolls by that.
      const last = row.lastElementChild;
      const end = last instanceof HTMLElement ? last.offsetLeft - row.offsetLeft + last.offsetWidth : 0;
      // The menu takes room itself: without it the row may fit, and then nothing needs a menu.
      if (end <= (row.parentElement?.clientWidth ?? 0)) return setHides("none");
      const isAfter = row.scrollLeft > 1;
      const isBefore = row.scrollLeft + row.clientWidth < end - 1;
      setHides(isAfter && isBefore ? "both" : isAfter ? "start" : isBefore ? "end" : "none");
    };
    look();
    row.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(row);
    for (const tab of row.children) sizes.observe(tab);
    return () => {
      row.removeEventListener("scroll", look);
      sizes.disconnect();
    };
  }, [nav]);
  return hides;
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
