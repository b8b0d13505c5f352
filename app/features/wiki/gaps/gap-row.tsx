import type { ReactNode } from "react";

interface GapRowProps {
  title: ReactNode;
  facts: ReactNode;
  /** How to fix it. */
  children?: ReactNode;
}

export function GapRow({ title, facts, children }: GapRowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="num text-meta text-text-2 [overflow-wrap:anywhere]">{facts}</p>
      </div>
      {children && <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-auto">{children}</div>}
    </li>
  );
}
