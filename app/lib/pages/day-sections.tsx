import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { formatDate, isSameDay } from "../format.ts";

interface DaySectionsProps<Entry extends { id: string; at: Date }> {
  /** The newest first. */
  entries: readonly Entry[];
  className?: string;
  /** The row of an entry, as an item of a list. */
  children: (entry: Entry) => ReactNode;
}

/** Entries under the days on which they happened. */
export function DaySections<Entry extends { id: string; at: Date }>({
  entries,
  className,
  children,
}: DaySectionsProps<Entry>) {
  return (
    <>
      {byDay(entries).map(({ day, entries: ofDay }) => (
        <section key={day} aria-label={day} className={cx("mt-5", className)}>
          <h2 className="border-b pb-1.5 text-label font-medium text-text-3">{day}</h2>
          <ol>{ofDay.map(children)}</ol>
        </section>
      ))}
    </>
  );
}

function byDay<Entry extends { at: Date }>(entries: readonly Entry[]): { day: string; entries: Entry[] }[] {
  const days: { day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    const first = last?.entries[0];
    if (last && first && isSameDay(first.at, entry.at)) last.entries.push(entry);
    else days.push({ day: formatDate(entry.at), entries: [entry] });
  }
  return days;
}
