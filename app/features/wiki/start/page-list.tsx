import type { ReactNode } from "react";
import type { PageLink } from "../../../../contract/wiki/page-rows.ts";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { Link } from "../../../lib/pages/link.tsx";
import { pagePath } from "../page-path.ts";

interface PageListProps<Page extends PageLink> {
  pages: readonly Page[];
  label: string;
  /** What stands at the right of a page; when it was changed where absent. */
  aside?: (page: Page) => ReactNode;
}

/** Pages under each other, with where they lie and who wrote last. */
export function PageList<Page extends PageLink>({ pages, label, aside }: PageListProps<Page>) {
  return (
    <ul aria-label={label}>
      {pages.map((page) => (
        <li key={page.id} className="border-b">
          <Link
            to={pagePath(page)}
            className="flex min-h-14 items-center gap-4 py-2 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate text-row font-medium" title={page.title}>
                {page.icon && <span className="mr-1.5">{page.icon}</span>}
                {page.title}
              </span>
              <span className="block truncate text-meta text-text-3">
                {page.path.length > 0 ? page.path.join(" › ") : "Oberste Ebene"}
              </span>
            </span>
            <span className="num flex-none text-right text-meta text-text-3">
              {aside ? aside(page) : <Changed page={page} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Changed({ page: { updatedAt, updatedBy } }: { page: PageLink }) {
  return (
    <>
      <time dateTime={updatedAt.toISOString()} title={formatDateTime(updatedAt)} className="block">
        {formatDate(updatedAt)}
      </time>
      {updatedBy && <span className="block max-w-40 truncate md:max-w-56">{updatedBy.label}</span>}
    </>
  );
}
