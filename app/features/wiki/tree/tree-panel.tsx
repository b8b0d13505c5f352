import { Link, useLocation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { hasAbility } from "../../../../contract/roles.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useRole } from "../../../lib/people/use-role.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ChatsLabel } from "../../chats/chat-tabs.tsx";
import { WikiSearchField } from "../frame/wiki-search-field.tsx";
import { pageIdOf, pagePath } from "../page-path.ts";
import { useNewPage } from "../use-new-page.ts";
import { PageTree } from "./page-tree.tsx";

interface TreePanelProps {
  scroller: RefObject<HTMLElement>;
  rowHeight: number;
  onNewPage?: () => void;
}

/** Everything in the wiki: the search, what the person marked, all pages as a tree, and what waits for work. */
export function TreePanel({ scroller, rowHeight, onNewPage }: TreePanelProps) {
  const { pathname, search } = useLocation();
  const part = pathname.split("/")[2];
  const mayEdit = hasAbility(useRole(), "editRecords");
  const { create, isPending } = useNewPage();
  const start = useQuery(useTRPC().page.start.queryOptions());
  const favourites = start.data?.favourites ?? [];
  const toReview = start.data?.toReview.length ?? 0;
  const item = (to: string, label: ReactNode, title?: string) => (
    <PanelLink key={to} to={to} title={title} isCurrent={pathname + search === to}>
      {label}
    </PanelLink>
  );
  return (
    <>
      <div className="flex min-h-7 items-center pb-3 pl-2">
        <Link to="/wiki" className="text-panel hover:underline">
          Wiki
        </Link>
        {mayEdit && (
          <IconButton
            icon={Plus}
            size="sm"
            label="Neue Seite"
            aria-keyshortcuts="c"
            title="Neue Seite (C)"
            className="ml-auto"
            loading={isPending}
            onClick={() => {
              create();
              onNewPage?.();
            }}
          />
        )}
      </div>
      <WikiSearchField />
      {favourites.length > 0 && (
        <Group title="Favoriten">
          {favourites.map((page) => (
            <PanelLink key={page.id} to={pagePath(page)} title={page.title} isCurrent={false}>
              {page.icon && `${page.icon} `}
              {page.title}
            </PanelLink>
          ))}
        </Group>
      )}
      <Group title="Seiten">
        <PageTree currentId={pageIdOf(part)} scroller={scroller} rowHeight={rowHeight} />
      </Group>
      <Group title="Arbeitsstand">
        {item("/wiki/all?view=drafts", "Meine Entwürfe")}
        {item(
          "/wiki/all?view=review",
          <>Zu prüfen{toReview > 0 && <span className="num ml-1.5 text-label text-text-3">{toReview}</span>}</>,
        )}
        {item("/wiki/review", "Wissenslücken")}
        {item("/wiki/all?view=trash", "Papierkorb")}
        {item("/wiki/all", "Alle Seiten")}
        {mayEdit && item("/wiki/import", "Seiten importieren")}
        {item("/wiki/chats", <ChatsLabel />)}
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    // No landmark: the start page has regions of the same names.
    <div>
      <h2 className="px-2 pb-1 pt-4 text-label font-normal tracking-normal text-text-3">{title}</h2>
      {children}
    </div>
  );
}

interface PanelLinkProps {
  to: string;
  title: string | undefined;
  isCurrent: boolean;
  children: ReactNode;
}

function PanelLink({ to, title, isCurrent, children }: PanelLinkProps) {
  return (
    <Link
      to={to}
      title={title}
      aria-current={isCurrent ? "page" : undefined}
      className={cx(
        "flex h-[30px] items-center rounded-6 px-2 text-ui transition-colors focus-visible:outline-offset-[-2px] max-md:h-11",
        isCurrent ? "bg-tint-7 font-550 text-text-1" : "text-text-2 hover:bg-tint-4 hover:text-text-1",
      )}
    >
      <span className="min-w-0 truncate">{children}</span>
    </Link>
  );
}
