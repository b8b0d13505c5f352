import { Link } from "@remix-run/react";
import { Download, FileText } from "lucide-react";
import type { MovedThing, OffboardingRun } from "../../../contract/offboarding/offboarding.ts";
import { describeEntry } from "../../../contract/offboarding/offboarding-labels.ts";
import { formatDateTime } from "../../lib/format.ts";
import { recordPath } from "../../records/record-path.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkInRow } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";

const shownThings = 8;

/** What was done so far, with links to print and download it. */
export function HandoverReport({ userId, run }: { userId: string; run: OffboardingRun }) {
  const { startedAt, by, finishedAt, entries } = run;
  return (
    <Section title="Protokoll" className="mt-11">
      <p className="border-b py-3 text-text-2">
        Begonnen am {formatDateTime(startedAt)}
        {by && ` von ${by}`}
        {finishedAt ? `, abgeschlossen am ${formatDateTime(finishedAt)}.` : ". Noch nicht abgeschlossen."}
      </p>
      <ol>
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="grid grid-cols-[132px_minmax(0,1fr)] gap-x-5 border-b py-2.5 max-md:grid-cols-1"
          >
            <time dateTime={entry.at.toISOString()} className="num text-text-3 max-md:text-label">
              {formatDateTime(entry.at)}
            </time>
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p className="font-medium">{describeEntry(entry)}</p>
              {entry.things && <Things things={entry.things} />}
              {entry.by && <p className="text-meta text-text-3">{entry.by}</p>}
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        <a href={`/api/export/offboarding/${userId}.pdf`} download className={buttonClass({})}>
          <Icon of={Download} />
          Als PDF
        </a>
        <a href={`/api/export/offboarding/${userId}.html`} download className={buttonClass({ variant: "ghost" })}>
          <Icon of={FileText} />
          Als HTML, zum Drucken
        </a>
      </div>
    </Section>
  );
}

function Things({ things }: { things: readonly MovedThing[] }) {
  const more = things.length - shownThings;
  return (
    <p className="text-text-2">
      {things.slice(0, shownThings).map(({ type, id, title }, index) => {
        const path = type === "task" ? `/tasks?scope=all&task=${id}` : recordPath(type, id);
        return (
          <span key={`${type}:${id}`}>
            {index > 0 && ", "}
            {path ? (
              <Link to={path} className={linkInRow}>
                {title}
              </Link>
            ) : (
              title
            )}
          </span>
        );
      })}
      {more > 0 && <span className="num"> und {more} weitere</span>}
    </p>
  );
}
