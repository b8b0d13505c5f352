import { useNavigate } from "@remix-run/react";
import { useRef } from "react";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { DocumentView } from "../../../document/view/document-view.tsx";
import { useReferences } from "../../../document/view/use-references.ts";
import { useRecordPresence } from "../../../lib/live/record-presence.ts";
import { PresenceLine } from "../../../records/page/record-presence-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { useNamedPlace } from "../gaps/use-named-place.ts";
import { pageAddress } from "../page-address.ts";
import { useWikiKey } from "../use-wiki-key.ts";
import { PageBanners } from "./banners.tsx";
import { Contents, ContentsDisclosure } from "./contents.tsx";
import { DeadLinks } from "./dead-links.tsx";
import { EmptyText } from "./empty-text.tsx";
import { PageCrumbs } from "./page-crumb.tsx";
import { PageFacts, ReviewEdge } from "./page-facts.tsx";
import { PageFoot } from "./page-foot.tsx";
import { PageTools } from "./page-tools.tsx";
import { useSteadyText } from "./use-steady-text.ts";
import { useVisit } from "./use-visit.ts";

/** A page of the wiki as it is read. */
export function ReadingPage({ page }: { page: PageReading }) {
  const navigate = useNavigate();
  const { row, breadcrumb, can } = page;
  const { text, isOutdated, refresh } = useSteadyText(page);
  const references = useReferences(text.references, text.references);
  const article = useRef<HTMLElement>(null);
  useNamedPlace(article, text.html);
  useVisit(row.id, text.contentVersion);
  useWikiKey("e", can.edit ? () => navigate(`${pageAddress(row)}?edit`) : undefined);
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
        <div className="mt-[18px] [&_:is(h1,h2,h3,h4)]:scroll-mt-16">
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
