import { useQuery } from "@tanstack/react-query";
import type { RecentChange } from "../../../contract/dashboard/dashboard.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate, formatDateTime, formatTime, isSameDay } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { recordPath } from "../../records/record-path.ts";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { Block, WaitingRows } from "./block.tsx";

const verbs: Record<string, string> = {
  created: "angelegt",
  updated: "geändert",
  archived: "archiviert",
  restored: "wiederhergestellt",
};

/** The records that the team changed last. */
export function RecentChanges() {
  const recent = useQuery(useTRPC().dashboard.recent.queryOptions());
  return (
    <Block title="Zuletzt geändert" query={recent} waiting={<WaitingRows rows={5} />}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="py-4 text-ui text-text-2">Noch wurde nichts eingetragen.</p>
        ) : (
          <ul>
            {changes.map((change) => (
              <ChangeRow key={change.record.id} change={change} />
            ))}
          </ul>
        )
      }
    </Block>
  );
}

function ChangeRow({ change: { at, actor, record, verb } }: { change: RecentChange }) {
  return (
    <li className="border-b">
      <Link
        to={recordPath(record.type, record.id) ?? "/"}
        className="flex min-h-14 items-center gap-3 px-2 py-1.5 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <LetterTile thingId={record.id} name={record.label} size={20} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-ui font-550">{record.label}</span>
          <span className="block truncate text-meta text-text-3">
            {[actor?.label, verbs[verb] ?? "geändert"].filter(Boolean).join(" · ")}
          </span>
        </span>
        <time dateTime={at.toISOString()} title={formatDateTime(at)} className="num flex-none text-meta text-text-3">
          {isSameDay(at, portalNow()) ? formatTime(at) : formatDate(at)}
        </time>
      </Link>
    </li>
  );
}
