import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Section } from "../../../ui/section.tsx";

interface GapSectionProps {
  title: string;
  /** How many there are; those not shown are behind `whole`. */
  total: number;
  /** Where the list of all of them is. */
  whole?: string;
  text: string;
  children: ReactNode;
}

/** One kind of what the wiki lacks; nothing where nothing is lacking. */
export function GapSection({ title, total, whole, text, children }: GapSectionProps) {
  if (total === 0) return null;
  const aside = whole && (
    <Link to={whole} className="hover:underline max-md:py-3">
      Als Liste öffnen
    </Link>
  );
  return (
    <Section title={`${title} (${total})`} aside={aside} className="mt-11">
      <p className="border-b py-2.5 text-ui text-text-2">{text}</p>
      <ul>{children}</ul>
    </Section>
  );
}

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
