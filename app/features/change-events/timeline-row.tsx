import { Link } from "@remix-run/react";
import { ArrowRight, Radar } from "lucide-react";
import {
  changeSources,
  kindTraits,
  type NoticedChange,
  type TimelineEntry,
} from "../../../contract/change-events/change-events.ts";
import { formatMoment, formatTime } from "../../lib/format.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { recordPath } from "../../records/record-path.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/status/tag.tsx";

/**
 * One change, by whom or by what it came; `pageId` is the record on whose page it stands. Elsewhere long values, such as the
 * keys of DKIM, are told by their beginning and their end.
 */
export function TimelineRow({ entry, pageId }: { entry: TimelineEntry; pageId?: string }) {
  const { at, record } = entry;
  const path = record.id === pageId ? undefined : recordPath(record.type, record.id);
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 border-b py-2.5">
      {entry.by === "person" && entry.person ? (
        <Avatar name={entry.person.name} personId={entry.person.id} src={avatarUrl(entry.person.image)} size={24} />
      ) : (
        <span className="grid h-6 w-6 place-items-center text-text-3">
          <Icon of={Radar} size={16} />
        </span>
      )}
      <div className="min-w-0 text-ui [overflow-wrap:anywhere]">
        {path && (
          <Link
            to={path}
            className="block truncate text-meta text-text-3 hover:underline max-md:-mb-1.5 max-md:-mt-2.5 max-md:py-[13px]"
          >
            {record.label}
          </Link>
        )}
        {entry.by === "person" ? (
          <p className="py-0.5">
            <span className="font-semibold">{entry.person?.name ?? "Das Portal"}</span>{" "}
            <span className="text-text-2">· {entry.text}</span>
          </p>
        ) : (
          <Noticed change={entry} isBrief={pageId === undefined} />
        )}
      </div>
      <time dateTime={at.toISOString()} title={formatMoment(at)} className="py-0.5 text-meta leading-5 text-text-3">
        {formatTime(at)}
      </time>
    </li>
  );
}

function Noticed({ change, isBrief }: { change: NoticedChange; isBrief: boolean }) {
  const { kind, source, part, isPlanned, isHidden, before, after } = change;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 py-0.5">
        <span className="font-semibold">{kindTraits[kind].label}</span>
        {part && <span className="font-mono text-[12px] text-text-2">{part}</span>}
        <span className="text-meta text-text-3">{changeSources[source]}</span>
        {isPlanned && <Tag tone="mnt">geplant</Tag>}
        {!isPlanned && kindTraits[kind].alarms && <Tag tone="warn">ungeplant</Tag>}
      </p>
      {isHidden ? (
        <p className="py-0.5 text-note text-text-3">Die Werte siehst du mit deiner Rolle nicht.</p>
      ) : (
        <p className="py-0.5">
          <span className="sr-only">vorher </span>
          <del className="text-text-3 no-underline">
            <Told values={before} isBrief={isBrief} />
          </del>
          <Icon of={ArrowRight} size={14} className="mx-1.5 inline-block align-[-2px] text-text-3" />
          <span className="sr-only">jetzt </span>
          <Told values={after} isBrief={isBrief} />
        </p>
      )}
    </>
  );
}

const [head, tail] = [48, 16];

function Told({ values, isBrief }: { values: readonly string[] | null; isBrief: boolean }) {
  const whole = values?.join(", ") || "nichts";
  if (!isBrief || whole.length <= head + tail + 3) return <span>{whole}</span>;
  return (
    <span title={whole}>
      {whole.slice(0, head).trimEnd()} … {whole.slice(-tail).trimStart()}
    </span>
  );
}
