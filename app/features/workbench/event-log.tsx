import { Pause, Play, Trash2 } from "lucide-react";
import { formatClock, formatMoment } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { sourceLabel } from "./source-label.ts";
import { type LogEntry, useEventLog } from "./use-event-log.ts";

export function EventLog() {
  const { entries, waiting, isPaused, pause, resume, clear } = useEventLog();
  const isEmpty = entries.length === 0 && waiting === 0;
  const controls = (
    <>
      <Button size="sm" variant="ghost" icon={isPaused ? Play : Pause} onClick={isPaused ? resume : pause}>
        {isPaused ? `Fortsetzen${waiting > 0 ? ` (${waiting})` : ""}` : "Anhalten"}
      </Button>
      <Button size="sm" variant="ghost" icon={Trash2} disabled={isEmpty} onClick={clear}>
        Leeren
      </Button>
    </>
  );
  return (
    <Section title="Empfangene Ereignisse" aside={controls} className="mt-11">
      {entries.length === 0 && (
        <p className="py-4 text-ui text-text-2">
          {isPaused ? "Angehalten. Neue Ereignisse warten." : "Noch nichts. Was hereinkommt, erscheint hier zuoberst."}
        </p>
      )}
      <ol aria-live="polite" aria-label="Empfangene Ereignisse, das neueste zuerst">
        {entries.map((entry) => (
          <EventRow key={entry.order} entry={entry} />
        ))}
      </ol>
    </Section>
  );
}

function EventRow({ entry: { at, event, source, payload } }: { entry: LogEntry }) {
  return (
    <li className="border-b py-2.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-550 text-row">{event}</span>
        <Tag>{sourceLabel(source)}</Tag>
        <time dateTime={at.toISOString()} title={formatMoment(at)} className="num ml-auto text-label text-text-3">
          {formatClock(at)}
        </time>
      </p>
      <pre className="mt-1.5 whitespace-pre-wrap break-words font-mono text-label text-text-2">
        {JSON.stringify(payload, null, 2)}
      </pre>
    </li>
  );
}
