import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";
import { formatShortDay } from "./format-day.ts";

const keptMs = 60_000;

/** Until when colleagues are away, by their ids; asked for while it is needed. */
export function useAbsences(enabled = true) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.notification.absent.queryOptions(undefined, { staleTime: keptMs, enabled }));
  return new Map(data?.map((absence) => [absence.userId, absence]));
}

/** „abwesend bis 12.12.26“. */
export const awayWords = (until: string) => `abwesend bis ${formatShortDay(until)}`;

/** Says so of somebody who is away, and who stands in; nothing of everybody else. */
export function AwayNote({ userId }: { userId: string }) {
  const absence = useAbsences().get(userId);
  if (!absence) return null;
  const { until, deputy } = absence;
  return (
    <span>
      Abwesend bis {formatShortDay(until)}
      {deputy && `, Vertretung: ${deputy.name}`}
    </span>
  );
}
