import { Outlet, useLocation, useParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { FeedbackEntry } from "../../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { useBoardRoom } from "../../../lib/live/record-presence.ts";
import { ArchivedBanner } from "../../../records/page/archived-banner.tsx";
import { GoneRecord } from "../../../records/page/gone-record.tsx";
import { RecordSkeleton } from "../../../records/page/record-skeleton.tsx";
import { RecordTabs } from "../../../records/page/record-tabs.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { EntryAside } from "./entry-aside.tsx";
import { EntryHeader } from "./entry-header.tsx";
import { feedbackTabs } from "./tabs.ts";

/** The page of one entry: its head with vote and status, its tabs, and beside them who stands behind it. */
export function FeedbackPage() {
  const { id = "" } = useParams();
  const trpc = useTRPC();
  const record = useQuery(trpc.feedback.get.queryOptions({ id }));
  const entry = useQuery(trpc.feedback.entry.queryOptions({ id }));
  const problem = problemOf(record.error) ?? problemOf(entry.error);
  if (problem?.problem === "not_found") return <GoneRecord type="feedback" title={record.data?.title} />;
  if (record.data && entry.data) return <LoadedPage key={id} record={record.data} entry={entry.data} />;
  if (!record.isError && !entry.isError) return <RecordSkeleton />;
  return (
    <ListError
      message="Feedback: Die Seite konnte nicht geladen werden."
      errorId={problem?.requestId}
      onRetry={() => void Promise.all([record.refetch(), entry.refetch()])}
      retrying={record.isFetching || entry.isFetching}
    />
  );
}

function LoadedPage({ record, entry }: { record: RecordRow; entry: FeedbackEntry }) {
  useBoardRoom("feedback", record.id);
  const isOverview = useLocation().pathname.replace(/\/+$/, "").split("/").length === 3;
  const shown = { ...record, can: { ...record.can, edit: entry.can.edit } };
  return (
    <>
      <ArchivedBanner record={shown} />
      <EntryHeader record={shown} entry={entry} />
      <div className="mt-7">
        <RecordTabs record={shown} tabs={feedbackTabs} />
      </div>
      <div className="mt-6 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_304px]">
        <div className="min-w-0">
          <Outlet context={shown} />
        </div>
        {isOverview && <EntryAside record={shown} entry={entry} />}
      </div>
    </>
  );
}
