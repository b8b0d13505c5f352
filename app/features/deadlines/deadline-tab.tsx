import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { maxPageSize } from "../../../contract/pagination.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { Pager } from "../../ui/pager.tsx";
import { AddButton, Section } from "../../ui/section.tsx";
import { DeadlineItem } from "./deadline-item.tsx";
import { openOwnDate } from "./open-deadline-dialogs.tsx";

type Subject = RecordKey & { title: string; archivedAt?: unknown };

/** The tab „Termine“: what is due about a record, dates that people have added, and what is over. */
export function DeadlineTab({ record }: { record: Subject }) {
  const { type, id, title, archivedAt } = record;
  const mayWrite = hasAbility(useRole(), "editRecords") && !archivedAt;
  const [page, setPage] = useState(1);
  const open = useQuery(useTRPC().deadline.list.queryOptions({ ...about(record), page, limit: maxPageSize }));
  return (
    <>
      <Section
        title="Offene Termine"
        aside={
          mayWrite && (
            <AddButton onClick={() => void openOwnDate({ target: { type, id, title } })}>Eigener Termin</AddButton>
          )
        }
      >
        <QueryPanel query={open} failure="Die Termine konnten nicht geladen werden." rows={3}>
          {({ data, totalPages }) => (
            <>
              <OpenDeadlines deadlines={data} within={record} />
              <Pager page={page} totalPages={totalPages} onPage={setPage} />
            </>
          )}
        </QueryPanel>
      </Section>
      <Past record={record} />
    </>
  );
}

/** A customer's page shows those of everything that belongs to the customer. */
const about = ({ type, id }: RecordKey) =>
  type === "customer" ? { customerId: id } : { targetType: type, targetId: id };

interface OpenDeadlinesProps {
  deadlines: readonly DeadlineRow[];
  within: Subject;
}

function OpenDeadlines({ deadlines, within }: OpenDeadlinesProps) {
  if (deadlines.length === 0) return <p className="py-4 text-ui text-text-2">Hier steht kein Termin an.</p>;
  const derived = deadlines.filter(({ kind }) => kind !== "custom");
  const own = deadlines.filter(({ kind }) => kind === "custom");
  return (
    <>
      {derived.length > 0 && <DeadlineList label="Fristen" deadlines={derived} within={within} />}
      {own.length > 0 && derived.length > 0 && (
        <h3 className="mt-6 border-b pb-1.5 text-label font-medium text-text-3">Eigene Termine</h3>
      )}
      {own.length > 0 && <DeadlineList label="Eigene Termine" deadlines={own} within={within} />}
    </>
  );
}

function DeadlineList({ label, deadlines, within }: OpenDeadlinesProps & { label: string }) {
  return (
    <ul aria-label={label}>
      {deadlines.map((deadline) => (
        <DeadlineItem key={deadline.id} deadline={deadline} within={within} />
      ))}
    </ul>
  );
}

/** What is over, folded: how each ended, by whom and when. */
function Past({ record }: { record: Subject }) {
  const [page, setPage] = useState(1);
  const past = useQuery(
    useTRPC().deadline.list.queryOptions({ ...about(record), state: "closed", page, limit: 20 }),
  ).data;
  if (!past || past.totalItems === 0) return null;
  return (
    <details className="mt-9">
      <summary className="cursor-pointer py-1 text-ui font-medium max-md:py-3">
        Frühere Termine <span className="num font-normal text-text-3">({past.totalItems})</span>
      </summary>
      <DeadlineList label="Frühere Termine" deadlines={past.data} within={record} />
      <Pager page={page} totalPages={past.totalPages} onPage={setPage} />
    </details>
  );
}
