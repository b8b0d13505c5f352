import { Link } from "@remix-run/react";
import { useState } from "react";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { formatDate } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { placeAddress } from "../gaps/page-place.ts";

/** „2 Links führen ins Leere“, with which and since when. */
export function DeadLinks({ page: { row, deadLinks } }: { page: PageReading }) {
  const [isOpen, setOpen] = useState(false);
  const { length } = deadLinks;
  if (length === 0) return null;
  return (
    <section aria-label="Links ins Leere" className="mt-4 rounded-10 bg-sunken py-2.5 pl-4 pr-2.5">
      <div className="flex items-center gap-4">
        <p className="min-w-0 flex-1 text-ui font-medium">
          {length === 1 ? "1 Link führt ins Leere." : `${length} Links führen ins Leere.`}
        </p>
        <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Verbergen" : "Anzeigen"}
        </Button>
      </div>
      {isOpen && (
        <ul className="mt-1 grid gap-2 pb-1.5 pr-2 text-meta">
          {deadLinks.map(({ url, problem, brokenSince }) => (
            <li key={url}>
              <Link
                to={placeAddress(row, url)}
                className={`${linkClass} [overflow-wrap:anywhere] max-md:inline-block max-md:py-3`}
              >
                {url}
              </Link>
              <span className="num block text-text-2">
                {problem} Seit {formatDate(brokenSince)}.
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
