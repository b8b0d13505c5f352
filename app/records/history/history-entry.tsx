import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { ChangedField, HistoryEntry } from "../../../contract/changes/record-history.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { formatMoment, formatTime } from "../../lib/format.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatValue } from "../values/format-value.ts";
import { changeSentence } from "./change-sentence.ts";

/** With so many fields the values of an entry are shown only when asked for. */
const manyFields = 4;

export function HistoryRow({ entry, page }: { entry: HistoryEntry; page: RecordKey }) {
  const { by, at, fields, hiddenFields, what } = entry;
  const [open, setOpen] = useState(fields.length <= manyFields);
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 border-b py-2.5">
      {by ? <Avatar name={by.name} personId={by.id} src={avatarUrl(by.image)} size={24} /> : <span />}
      <div className="min-w-0 text-ui">
        <p className="py-0.5 [overflow-wrap:anywhere]">
          <span className="font-semibold">{by?.name ?? "Das Portal"}</span> {changeSentence(entry, page)}.
        </p>
        {open && fields.length > 0 && (
          <dl className="mt-1">
            {fields.map((field) => (
              <ChangedRow key={field.field} change={field} entry={entry} />
            ))}
          </dl>
        )}
        {open && hiddenFields > 0 && (
          <p className="py-0.5 text-note text-text-3">
            {hiddenFields === 1 ? "Ein Feld siehst" : `${hiddenFields} Felder siehst`} du mit deiner Rolle nicht.
          </p>
        )}
        {fields.length > manyFields && (
          <button
            type="button"
            aria-expanded={open}
            className="mt-0.5 text-note text-text-2 underline decoration-line-strong underline-offset-[3px] max-md:py-3"
            onClick={() => setOpen(!open)}
          >
            {open ? "Werte verbergen" : `${fields.length} ${what === "created" ? "Angaben" : "Änderungen"} zeigen`}
          </button>
        )}
      </div>
      <time dateTime={at.toISOString()} title={formatMoment(at)} className="py-0.5 text-meta leading-5 text-text-3">
        {formatTime(at)}
      </time>
    </li>
  );
}

function ChangedRow({ change, entry }: { change: ChangedField; entry: HistoryEntry }) {
  const field = declarationOf(entry.subject.type).fields[change.field];
  if (!field) return null;
  const before = formatValue(field, change.before);
  const after = formatValue(field, change.after);
  const isChange = entry.what === "updated" || entry.what === "moved";
  return (
    <div className="grid gap-x-3 py-0.5 sm:grid-cols-[136px_minmax(0,1fr)]">
      <dt className="text-text-3 [overflow-wrap:anywhere]">{field.label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        {isChange && (
          <>
            <span className="sr-only">vorher </span>
            <del className="text-text-3 no-underline">{before}</del>
            <Icon of={ArrowRight} size={14} className="mx-1.5 inline-block align-[-2px] text-text-3" />
            <span className="sr-only">jetzt </span>
          </>
        )}
        <span>{isChange || entry.what !== "deleted" ? after : before}</span>
      </dd>
    </div>
  );
}
