import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf, useTRPC } from "../../lib/trpc.tsx";
import { ListError } from "../../ui/list-states.tsx";
import { Section } from "../../ui/section.tsx";
import { Segment } from "../../ui/segment.tsx";
import { RowBones } from "../../ui/skeleton.tsx";
import { HistoryRow } from "./history-row.tsx";
import { Pager } from "./pager.tsx";

const pageSize = 25;
const options = [
  { value: "all", label: "Alle" },
  { value: "unread", label: "Ungelesen" },
] as const;

type Shown = (typeof options)[number]["value"];

/** The input of `notification.list` for a page of the history. */
export function historyQuery({ userId, page, shown }: { userId: string; page: number; shown: Shown }) {
  const where = shown === "unread" ? { forUserId: userId, read: false } : { forUserId: userId };
  return { limit: pageSize, page, where };
}

export function NotificationHistory({ userId }: { userId: string }) {
  const trpc = useTRPC();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<Shown>("all");
  const history = useQuery(
    trpc.notification.list.queryOptions(historyQuery({ userId, page, shown }), { placeholderData: keepPreviousData }),
  );
  const choose = (next: Shown) => {
    setShown(next);
    setPage(1);
  };
  return (
    <Section
      title="Verlauf"
      className="mt-11"
      aside={<Segment label="Welche" size="sm" className="mb-1.5" options={options} value={shown} onChange={choose} />}
    >
      {history.isPending && <RowBones rows={4} />}
      {history.isError && !history.data && (
        <ListError
          errorId={problemOf(history.error)?.requestId}
          onRetry={() => history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.data?.totalItems === 0 && (
        <p role="status" className="py-4 text-text-2">
          {shown === "unread" ? "Alles gelesen." : "Keine Benachrichtigungen vorhanden"}
        </p>
      )}
      <ul>
        {history.data?.data.map((notification) => (
          <HistoryRow key={notification.id} notification={notification} />
        ))}
      </ul>
      <Pager page={page} totalPages={history.data?.totalPages ?? 0} onPage={setPage} />
    </Section>
  );
}
