import type { HTMLAttributes, ReactNode } from "react";
import { cx } from "./cx.ts";

export type KeyValue = { key: string; value: ReactNode };

export type KeyValuesProps = HTMLAttributes<HTMLDListElement> & { items: readonly KeyValue[]; columns?: 1 | 2 };

export function KeyValues({ items, columns = 2, className, ...rest }: KeyValuesProps) {
  return (
    <dl {...rest} className={cx("grid grid-cols-1 gap-x-10", columns === 2 && "lg:grid-cols-2", className)}>
      {items.map(({ key, value }) => (
        <div
          key={key}
          className="grid min-h-9 grid-cols-[136px_minmax(0,1fr)] items-center gap-3 border-b py-1.5 text-ui max-md:min-h-11"
        >
          <dt className="text-text-3 [overflow-wrap:anywhere]">{key}</dt>
          <dd className="flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
