import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { linkInRow } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";

interface TaskSectionProps {
  title: string;
  /** How many there are; those not shown are behind `whole`. */
  total: number;
  /** Where the list of all of them is. */
  whole?: string;
  children: ReactNode;
}

/** One kind of what waits for somebody; nothing where nothing waits. */
export function TaskSection({ title, total, whole, children }: TaskSectionProps) {
  if (total === 0) return null;
  const aside = whole && (
    <Link to={whole} className="hover:underline max-md:py-3">
      Als Liste öffnen
    </Link>
  );
  return (
    <Section title={`${title} (${total})`} aside={aside} className="mt-11 first:mt-0">
      <ul>{children}</ul>
    </Section>
  );
}

interface TaskRowProps {
  to: string;
  label: string;
  facts: readonly (string | null)[];
  tag?: ReactNode;
}

export function TaskRow({ to, label, facts, tag }: TaskRowProps) {
  const known = facts.filter(Boolean).join(" · ");
  return (
    <li className="flex min-h-12 items-center gap-3 border-b py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          <Link to={to} className={linkInRow}>
            {label}
          </Link>
        </p>
        {known && <p className="num text-meta text-text-2">{known}</p>}
      </div>
      {tag}
    </li>
  );
}
