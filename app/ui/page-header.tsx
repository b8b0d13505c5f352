import type { HTMLAttributes, ReactNode } from "react";
import { cx } from "./cx.ts";

export type PageHeaderProps = Omit<HTMLAttributes<HTMLElement>, "title"> & {
  title: ReactNode;
  count?: number | string;
  actions?: ReactNode;
};

export function PageHeader({ title, count, actions, className, ...rest }: PageHeaderProps) {
  return (
    <header {...rest} className={cx("flex min-h-9 flex-wrap items-end gap-x-4 gap-y-3 max-md:items-center", className)}>
      <h1 className="min-w-0 [overflow-wrap:anywhere]">
        {title}
        {count !== undefined && <span className="ml-2.5 font-normal text-text-3">{count}</span>}
      </h1>
      {actions && <div className="ml-auto flex items-center gap-2">{actions}</div>}
    </header>
  );
}
