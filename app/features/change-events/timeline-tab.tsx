import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type TimelineType, timelineTypes } from "../../../contract/change-events/change-events.ts";
import { timelineView, timelineViews } from "../../../contract/change-events/timeline-input.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { DaySections } from "../../lib/pages/day-sections.tsx";
import { useFilterParams } from "../../lib/pages/use-filter-params.ts";
import { Segment } from "../../ui/form/segment.tsx";
import { TimelineRow } from "./timeline-row.tsx";

const views = timelineView.options.map((value) => ({ value, label: timelineViews[value] }));

/** The tab „Zeitstrahl“ of a record that has one. */
export function TimelineTab({ record: { type, id } }: { record: RecordRow }) {
  return isOneOf(timelineTypes, type) ? <RecordTimeline type={type} id={id} /> : null;
}

function RecordTimeline({ type, id }: { type: TimelineType; id: string }) {
  const trpc = useTRPC();
  const { searchParams, change } = useFilterParams();
  const view = timelineView.catch("all").parse(searchParams.get("view") ?? "all");
  const page = Math.max(1, Number.parseInt(searchParams.get("page") ?? "1", 10) || 1);
  const timeline = useQuery(
    trpc.changeEvent.list.queryOptions({ type, id, view, page }, { placeholderData: keepPreviousData }),
  );
  return (
    <>
      <Segment
        label="Was gezeigt wird"
        options={views}
        value={view}
        onChange={(next) => change({ view: next === "all" ? "" : next })}
      />
      <PagedList
        query={timeline}
        failure="Der Zeitstrahl konnte nicht geladen werden."
        rows={6}
        page={page}
        onPage={(next) => change({ page: next > 1 ? String(next) : "" })}
        empty="Noch hat sich nichts geändert."
        {...(view !== "all" && { onReset: () => change({ view: "" }) })}
      >
        {(entries) => (
          <DaySections entries={entries}>
            {(entry) => <TimelineRow key={entry.id} entry={entry} pageId={id} />}
          </DaySections>
        )}
      </PagedList>
    </>
  );
}
