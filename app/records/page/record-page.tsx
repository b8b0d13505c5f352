import { Outlet, useLocation, useOutletContext, useParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { ListType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { usePageSubject } from "../../lib/page-subject.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { cx } from "../../ui/cx.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { TermEdge } from "../../ui/status/term-edge.tsx";
import { useRecordApi } from "../record-api.ts";
import { useRecordUi } from "../record-ui.tsx";
import { RelationsColumn } from "../related/relations-column.tsx";
import type { Term } from "../term.ts";
import { formatDay } from "../values/format-value.ts";
import { ArchivedBanner } from "./archived-banner.tsx";
import { GoneRecord } from "./gone-record.tsx";
import { RecordHeader } from "./record-header.tsx";
import { RecordSkeleton } from "./record-skeleton.tsx";
import type { RecordTab } from "./record-tab.ts";
import { RecordTabs } from "./record-tabs.tsx";
import { useEditKey } from "./use-edit-key.ts";
import { useRecent } from "./use-recent.ts";

interface RecordPageProps {
  type: ListType;
  tabs: readonly RecordTab[];
}

/** The page of a record: its head, its tabs with the open one, and beside it everything it is tied to. */
export function RecordPage({ type, tabs }: RecordPageProps) {
  const { id = "" } = useParams();
  const query = useQuery(useRecordApi(type).get.queryOptions({ id }));
  const problem = problemOf(query.error);
  useRefreshedParts(query.data);
  useRecent(type, query.data?.id);
  if (problem?.problem === "not_found") return <GoneRecord type={type} title={query.data?.title} />;
  if (query.isError && !query.data)
    return (
      <ListError
        message={`${declarationOf(type).labels.one}: Die Seite konnte nicht geladen werden.`}
        errorId={problem?.requestId}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (!query.data) return <RecordSkeleton />;
  return <LoadedPage key={query.data.id} record={query.data} tabs={tabs} />;
}

function LoadedPage({ record, tabs }: { record: RecordRow; tabs: readonly RecordTab[] }) {
  const { pathname } = useLocation();
  const { hasRelations = true } = useRecordUi(record.type);
  useEditKey(record);
  usePageSubject(record);
  const key = pathname.split("/")[3] ?? "";
  const isWide = !hasRelations || tabs.find((tab) => tab.key === key)?.isWide === true;
  return (
    <>
      <ArchivedBanner record={record} />
      <RecordHeader record={record} />
      <RecordEdge record={record} />
      <RecordTabs record={record} tabs={tabs} />
      <div className={cx("mt-6 grid gap-x-12 gap-y-8", !isWide && "xl:grid-cols-[minmax(0,1fr)_304px]")}>
        <div className="min-w-0">
          <Outlet context={record} />
        </div>
        {!isWide && <RelationsColumn record={record} className={key ? "max-xl:hidden" : undefined} />}
      </div>
    </>
  );
}

/** The record of the page that a tab belongs to. */
export function usePageRecord(): RecordRow {
  return useOutletContext<RecordRow>();
}

/** What is read apart from the record follows every change of it, also this person's own. */
function useRefreshedParts(record: RecordRow | undefined): void {
  const invalidate = useInvalidate();
  const { id, version } = record ?? {};
  const shown = useRef({ id, version });
  useEffect(() => {
    const before = shown.current;
    shown.current = { id, version };
    if (id === before.id && version !== before.version) void invalidate(["relation", "note", "change"]);
  }, [id, version, invalidate]);
}

/** The lower edge of a record's head, which shows its term; a rule where it has none. */
function RecordEdge({ record }: { record: RecordRow }) {
  const { term: termOf, HeadEdge } = useRecordUi(record.type);
  const term = termOf?.(record, portalToday());
  return (
    <div className="mt-2">
      {HeadEdge && <HeadEdge record={record} />}
      {term && <TermLine term={term} />}
    </div>
  );
}

function TermLine({ term: { from, to, note, urgency, label, ...edge } }: { term: Term }) {
  return (
    <>
      {/* The edge says the same to those who do not see it. */}
      <div aria-hidden="true" className="num flex items-end justify-between gap-x-6 pb-2 text-meta text-text-3">
        <span className="max-md:hidden">{formatDay(from)}</span>
        <span className="text-text-1 md:ml-auto">
          {note} <b className="font-semibold">{urgency}</b>
        </span>
        <span>{formatDay(to)}</span>
      </div>
      <TermEdge label={label} {...edge} />
    </>
  );
}
