import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type NotificationCategory,
  notificationCategories,
  notificationCategoryLabels,
} from "../../../../contract/notifications/notification-categories.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { PagedList } from "../../../lib/api/paged-list.tsx";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { FilterSelect } from "../../../ui/form/filter-select.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { Section } from "../../../ui/section.tsx";
import { HistoryRow } from "../history-row.tsx";

const pageSize = 10;
const options = [
  { value: "all", label: "Alle" },
  { value: "unread", label: "Ungelesen" },
  { value: "snoozed", label: "Später" },
] as const;

type Shown = (typeof options)[number]["value"];

const shownCategories: Partial<Record<NotificationCategory, string>> = {};
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
        <FilterSelect
          label="Kategorie"
          all="Alle Kategorien"
          className="w-[180px]"
          labels={shownCategories}
          value={category}
          onChange={(next) => choose({ category: next })}
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
      <PagedList
        query={history}
        rows={4}
        page={page}
        onPage={(next) => choose({ page: next })}
        empty={category && shown === "all" ? "Nichts in dieser Kategorie." : nothing[shown]}
      >
        {(rows) => (
          <ul className="border-t">
            {rows.map((notification) => (
              <HistoryRow key={notification.id} notification={notification} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}
