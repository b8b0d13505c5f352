import { formatShortDay, useAbsences } from "../../lib/people/absences.ts";

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
