import { type ReactNode, useState } from "react";

/** A line that opens to what it sums up, which is not drawn before. */
export function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="border-b" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="min-h-10 cursor-pointer py-2.5 text-ui font-450 text-text-2 [overflow-wrap:anywhere] hover:text-text-1 max-md:min-h-11">
        {summary}
      </summary>
      {wasOpened && children}
    </details>
  );
}
