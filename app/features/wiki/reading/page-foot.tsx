import { type ReactNode, useEffect, useId, useState } from "react";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Link } from "../../../lib/pages/link.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";
import { pagePath } from "../page-path.ts";
import { PageDates } from "./page-dates.tsx";

// The contract of files is too large for whoever only reads.
const FilesTab = lazyPart(
  async () => (await import("../../../records/files/files-tab.tsx")).FilesTab,
  <RowSkeletons rows={2} />,
);

const atOnce = 60;

/** What hangs on a page: the pages below it, those that point at it, and its files. */
export function PageFoot({ page }: { page: PageReading }) {
  const { row, children, backlinks, can } = page;
  const hasFiles = row.values.hasFiles === true;
  return (
    <footer className="mt-10 grid gap-7">
      {children.length > 0 && (
        <Part title="Unterseiten" count={children.length}>
          <LinkRow pages={children} />
        </Part>
      )}
      {backlinks.length > 0 && (
        <Part title="Verweise hierher" count={backlinks.length}>
          <LinkRow pages={backlinks} />
        </Part>
      )}
      <PageDates page={page} />
      {(hasFiles || can.edit) && <Files page={page} hasFiles={hasFiles} />}
    </footer>
  );
}

function Files({ page: { row }, hasFiles }: { page: PageReading; hasFiles: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(hasFiles), [hasFiles]);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-ui font-semibold marker:text-text-3 max-md:min-h-11">Anhänge</summary>
      {isOpen && (
        <div className="mt-2">
          <FilesTab record={row} />
        </div>
      )}
    </details>
  );
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId}>
        {title} <span className="num font-normal text-text-3">{count}</span>
      </h3>
      {children}
    </section>
  );
}

interface LinkedPage {
  id: string;
  title: string;
  icon: string | null;
}

function LinkRow({ pages }: { pages: readonly LinkedPage[] }) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-[18px] gap-y-1.5 text-ui text-text-2 max-md:gap-y-0">
      {pages.slice(0, atOnce).map((page) => (
        <li key={page.id} className="min-w-0 max-md:flex max-md:min-h-11 max-md:items-center">
          <Link
            to={pagePath(page)}
            className="underline decoration-line-strong decoration-1 underline-offset-[5px] [overflow-wrap:anywhere] hover:text-text-1 hover:decoration-current"
          >
            {page.icon && `${page.icon} `}
            {page.title}
          </Link>
        </li>
      ))}
      {pages.length > atOnce && <li className="num text-text-3">und {pages.length - atOnce} weitere</li>}
    </ul>
  );
}
