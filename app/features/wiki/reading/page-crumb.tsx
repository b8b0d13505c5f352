import { ChevronRight } from "lucide-react";
import type { PageCrumb } from "../../../../contract/wiki/page-rows.ts";
import { Link } from "../../../lib/pages/link.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { pagePath } from "../page-path.ts";

/** Where a page lies. Of a deep place the way in and the last two steps stay in sight. */
export function PageCrumbs({ pages, className }: { pages: readonly PageCrumb[]; className?: string }) {
  const hidden = pages.length > 3 ? pages.slice(0, -2) : [];
  const shown = pages.slice(hidden.length);
  return (
    <nav aria-label="Pfad" className={className}>
      <ol className="flex min-w-0 items-center gap-1.5 text-ui text-text-3">
        <li className="flex-none">
          <Link to="/wiki" className="hover:text-text-1 hover:underline">
            Wiki
          </Link>
        </li>
        {hidden.length > 0 && (
          <li className="flex flex-none items-center gap-1.5" title={hidden.map(({ title }) => title).join(" › ")}>
            <Chevron />…
          </li>
        )}
        {shown.map((page) => (
          <li key={page.id} className="flex min-w-0 items-center gap-1.5">
            <Chevron />
            <Link to={pagePath(page)} title={page.title} className="min-w-0 truncate hover:text-text-1 hover:underline">
              {page.title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Chevron() {
  return <Icon of={ChevronRight} size={14} className="opacity-70" />;
}
