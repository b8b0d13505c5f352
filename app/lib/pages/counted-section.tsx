import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { Section } from "../../ui/section.tsx";

interface CountedSectionProps {
  title: string;
  /** How many there are; those not shown are behind `whole`. */
  total: number;
  /** Where the list of all of them is. */
  whole?: string;
  className?: string;
  /** What they have in common. */
  text?: string;
  children: ReactNode;
}

/** The rows of one kind of thing with their number; nothing where there are none. */
export function CountedSection({ title, total, whole, className, text, children }: CountedSectionProps) {
  if (total === 0) return null;
  const aside = whole && (
    <Link to={whole} className="hover:underline max-md:py-3">
      Als Liste öffnen
    </Link>
  );
  return (
    <Section title={`${title} (${total})`} aside={aside} className={cx("mt-11", className)}>
      {text !== undefined && <p className="border-b py-2.5 text-ui text-text-2">{text}</p>}
      <ul>{children}</ul>
    </Section>
  );
}
