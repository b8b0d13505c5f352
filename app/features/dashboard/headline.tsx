import { useQuery } from "@tanstack/react-query";
import type { ChecklistStep } from "../../../contract/dashboard/dashboard.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { useUnreadBadge } from "../notifications/use-unread-badge.ts";
import { headlineText } from "./headline-text.ts";
import type { DueChoice } from "./needs/due-choice.ts";

/** The steps by which something comes into the portal. */
const recorded: ReadonlySet<ChecklistStep["key"]> = new Set(["website", "customer", "domain", "host", "device"]);

/** The day in one sentence; it waits for its sources, so that it is never written twice. */
export function Headline({ choice, stepsLeft }: { choice: DueChoice; stepsLeft: number }) {
  const due = useQuery(useTRPC().dashboard.due.queryOptions(choice));
  const unread = useUnreadBadge();
  const incidents = useQuery(useTRPC().incident.banners.queryOptions({}));
  const checklist = useQuery(useTRPC().dashboard.checklist.queryOptions());
  if (due.isPending || incidents.isPending || (!unread.isKnown && !unread.isError)) {
    return (
      <h1 className="mt-1">
        <span className="sr-only">Dashboard</span>
        <Skeleton className="my-[5px] h-7 w-full max-w-[460px] rounded-6" />
      </h1>
    );
  }
  const isEmpty = checklist.data?.every(({ key, done }) => !done || !recorded.has(key)) ?? false;
  const parts = headlineText({
    due: due.data,
    unread: unread.isKnown ? unread.count : undefined,
    isEmpty,
    stepsLeft,
    incidents: incidents.data?.length ?? 0,
  });
  return (
    <h1 className="mt-1 text-balance !text-sentence-phone md:!text-sentence">
      {parts.map(({ text, isFact }, index) => (
        <span key={text} className={cx(!isFact && "text-text-3")}>
          {index > 0 && " "}
          {text}
        </span>
      ))}
    </h1>
  );
}
