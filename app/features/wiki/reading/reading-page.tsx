import { Link, useNavigate } from "@remix-run/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { PageNode, PageReading } from "../../../../contract/wiki/page-rows.ts";
import { DocumentView } from "../../../document/view/document-view.tsx";
import { useReferences } from "../../../document/view/use-references.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatDate } from "../../../lib/format.ts";
import { useRecordPresence } from "../../../lib/live/record-presence.ts";
import { usePageSubject } from "../../../lib/page-subject.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { usePageKey } from "../../../lib/shortcuts.ts";
import { PresenceLine } from "../../../records/page/record-presence-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { linkTargetPath } from "../gaps/link-target.ts";
import { useLinkTarget } from "../gaps/use-link-target.ts";
import { pagePath } from "../page-path.ts";
import { PageBanners } from "./banners.tsx";
import { Contents, ContentsDisclosure } from "./contents.tsx";
import { PageCrumbs } from "./page-crumb.tsx";
import { PageFacts, ReviewEdge } from "./page-facts.tsx";
import { PageFoot } from "./page-foot.tsx";
import { PageTools } from "./page-tools.tsx";

/** A page of the wiki as it is read. */
export function ReadingPage({ page }: { page: PageReading }) {
  const navigate = useNavigate();
  const { row, breadcrumb, can } = page;
  const { text, isOutdated, refresh } = useSteadyText(page);
  const references = useReferences(text.references, text.references);
  const article = useRef<HTMLElement>(null);
  useLinkTarget(article, text.html);
  useVisit(row.id, text.contentVersion);
  usePageSubject({ type: "page", id: row.id, title: row.title });
  usePageKey("e", can.edit ? () => navigate(`${pagePath(row)}?edit`) : undefined);
  return (
    <article ref={article} className="relative" aria-labelledby="page-title">
      <div className="mx-auto max-w-[680px] px-gutter pb-[60px] pt-4 md:px-6 lg:pt-[22px]">
        <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
          <PageCrumbs pages={breadcrumb} className="min-w-0 flex-1 max-md:basis-full" />
          <PageTools page={page} />
        </div>
        <h1
          id="page-title"
          className="mt-[22px] hyphens-auto !text-wiki-title [overflow-wrap:anywhere] max-md:!text-title-phone"
        >
          {typeof row.values.icon === "string" && row.values.icon && <span className="mr-2.5">{row.values.icon}</span>}
          {row.title}
        </h1>
        <div className="flex flex-wrap items-end justify-between gap-x-4">
          <PageFacts page={page} />
          <Presence id={row.id} />
        </div>
        <ReviewEdge review={page.review} since={row.createdAt} />
        <PageBanners page={page} />
        <DeadLinks page={page} />
        {isOutdated && (
          <p
            role="status"
            className="sticky top-14 z-10 mt-4 flex items-center gap-3 rounded-10 bg-raised py-1.5 pl-4 pr-1.5 text-ui shadow-e2 lg:top-3"
          >
            <span className="flex-1">Neue Version verfügbar</span>
            <Button size="sm" variant="ghost" onClick={refresh}>
              Neu laden
            </Button>
          </p>
        )}
        <ContentsDisclosure entries={text.toc} />
        <div className="mt-[18px] [&_:is(h1,h2,h3,h4,h5,h6)]:scroll-mt-16">
          {page.isEmpty ? <EmptyText page={page} /> : <DocumentView html={text.html} references={references} />}
        </div>
        <PageFoot page={page} />
      </div>
      <Contents entries={text.toc} />
    </article>
  );
}

function Presence({ id }: { id: string }) {
  return <PresenceLine presence={useRecordPresence("page", id)} />;
}

/** „2 Links führen ins Leere“, with which and since when. */
function DeadLinks({ page: { row, deadLinks } }: { page: PageReading }) {
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
                to={linkTargetPath(row, url)}
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

/** A page without a word yet. */
function EmptyText({ page: { row, can } }: { page: PageReading }) {
  return (
    <p className="text-prose text-text-2">
      Hier steht noch nichts.{" "}
      {can.edit && (
        <Link to={`${pagePath(row)}?edit`} preventScrollReset className={linkClass}>
          Jetzt schreiben
        </Link>
      )}
    </p>
  );
}

type Text = Pick<PageReading, "html" | "toc" | "references" | "contentVersion">;

const undisturbedPx = 160;

/**
 * The text of a page, which does not move under the eyes of whoever reads on: what others have changed takes its place
 * only at the top of the page, or when it is asked for.
 */
function useSteadyText(page: PageReading): { text: Text; isOutdated: boolean; refresh: () => void } {
  const ownId = useSession().data?.user.id;
  const [text, setText] = useState<Text>(page);
  const isOutdated = page.contentVersion !== text.contentVersion;
  const isOwn = page.row.updatedBy?.id === ownId;
  useEffect(() => {
    if (!isOutdated || isOwn || window.scrollY < undisturbedPx) setText(page);
  }, [page, isOutdated, isOwn]);
  return { text, isOutdated, refresh: () => setText(page) };
}

/** Notes that this person has seen a page as it is now, so that it is no longer new to them; failures are not said. */
function useVisit(id: string, contentVersion: number): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutate } = useMutation(trpc.page.visit.mutationOptions());
  const treeKey = JSON.stringify(trpc.page.tree.queryKey());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is seen anew
  useEffect(() => {
    mutate(
      { id },
      {
        onSuccess: () =>
          queryClient.setQueriesData<PageNode[]>({ queryKey: JSON.parse(treeKey) }, (pages) =>
            pages?.map((page) => (page.id === id ? { ...page, isUnread: false } : page)),
          ),
      },
    );
  }, [id, contentVersion, mutate, queryClient, treeKey]);
}
