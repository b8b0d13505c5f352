import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type NotificationCategory,
  notificationCategories,
  notificationCategoryLabels,
} from "../../../../contract/notifications/notification-categories.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";
import { Section } from "../../../ui/section.tsx";
import { HistoryRow } from "../history-row.tsx";

const pageSize = 10;
const options = [
  { value: "all", label: "Alle" },
  { value: "unread", label: "Ungelesen" },
  { value: "snoozed", label: "Später" },
] as const;

type Shown = (typeof options)[number]["value"];

const shownCategories: Partial<Record<NotificationCategory | "", string>> = { "": "Alle Kategorien" };
for (const each of notificationCategories) shownCategories[each] = notificationCategoryLabels[each];

interface Asked {
  userId: string;
  page: number;
  shown: Shown;
  /** Empty for every category. */
  category: NotificationCategory | "";
}

/** The input of `notification.list` for a page of the history. */
export function historyQuery({ userId, page, shown, category }: Asked) {
  const where = {
    forUserId: userId,
    ...(shown === "unread" && { read: false }),
    ...(shown === "snoozed" && { snoozed: true as const }),
    ...(category && { category }),
  };
  return { limit: pageSize, page, where };
}

const nothing: Record<Shown, string> = {
  all: "Keine Benachrichtigungen vorhanden",
  unread: "Alles gelesen.",
  snoozed: "Nichts für später vorgemerkt.",
};

export function NotificationHistory({ userId }: { userId: string }) {
  const trpc = useTRPC();
  const [asked, setAsked] = useState<Omit<Asked, "userId">>({ page: 1, shown: "all", category: "" });
  const { page, shown, category } = asked;
  const history = useQuery(
    trpc.notification.list.queryOptions(historyQuery({ userId, ...asked }), { placeholderData: keepPreviousData }),
  );
  const choose = (part: Partial<typeof asked>) => setAsked({ ...asked, page: 1, ...part });
  const read = useMutate(trpc.notification.markAllRead.mutationOptions(), { refreshes: ["notification"] });
  const hasUnread = history.data?.data.some((row) => !row.read) ?? false;
  return (
    <Section title="Verlauf">
      <div className="flex flex-wrap items-center gap-2 py-2.5 md:[&_select]:h-8 md:[&_select]:text-ui">
        <Segment
          label="Welche"
          size="sm"
          options={options}
          value={shown}
          onChange={(next: Shown) => choose({ shown: next })}
        />
        <ChoiceSelect
          aria-label="Kategorie"
          className="w-[180px]"
          labels={shownCategories}
          value={category}
          onChange={(category) => choose({ category })}
        />
        {hasUnread && shown !== "snoozed" && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto"
            loading={read.isPending}
            onClick={() => read.mutate({})}
          >
            Alle als gelesen markieren
          </Button>
        )}
      </div>
      {history.isPending && <RowSkeletons rows={4} />}
      {history.isError && !history.data && (
        <ListError
          errorId={problemOf(history.error)?.requestId}
          onRetry={() => history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.data?.totalItems === 0 && (
        <p role="status" className="border-t py-4 text-text-2">
          {category && shown === "all" ? "Nichts in dieser Kategorie." : nothing[shown]}
        </p>
      )}
      <ul className="border-t empty:border-t-0">
        {history.data?.data.map((notification) => (
          <HistoryRow key={notification.id} notification={notification} />
        ))}
      </ul>
      <Pager page={page} totalPages={history.data?.totalPages ?? 0} onPage={(next) => choose({ page: next })} />
    </Section>
  );
}
