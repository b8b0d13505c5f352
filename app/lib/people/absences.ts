import { useQuery } from "@tanstack/react-query";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { useTRPC } from "../api/trpc.tsx";

const staleMs = minuteMs;

/** Until when colleagues are away, by their ids; read only while `enabled`. */
export function useAbsences(enabled = true) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.notification.absent.queryOptions(undefined, { staleTime: staleMs, enabled }));
  return new Map(data?.map((absence) => [absence.userId, absence]));
}

/** „abwesend bis 12.12.26“. */
export const absenceNote = (until: string) => `abwesend bis ${formatShortDay(until)}`;

/** „12.12.26“ of a calendar day, where there is little room. */
export function formatShortDay(day: string): string {
  return formatCalendarDate(day).replace(/\.\d\d(\d\d)$/, ".$1");
}
