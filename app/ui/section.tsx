import { Plus } from "lucide-react";
import { type HTMLAttributes, type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";

export type SectionProps = Omit<HTMLAttributes<HTMLElement>, "title"> & { title: string; aside?: ReactNode };

/** A heading over a hairline; air above it is the only thing that parts it from the section before. */
export function Section({ title, aside, className, children, ...rest }: SectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} {...rest} className={cx("mt-7 first:mt-0", className)}>
      <div className="flex min-h-8 items-center gap-x-3 border-b max-md:flex-wrap">
        <h2 id={headingId}>{title}</h2>
        {aside && <div className="ml-auto flex items-center gap-2 py-1 text-ui text-text-2">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

/** „Neue Aufgabe“: adds to what the section lists; stands at the right of its heading. */
export function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button size="sm" variant="ghost" icon={Plus} className="-mr-2.5" onClick={onClick}>
      {children}
    </Button>
  );
}
