import { declarationOf } from "../../../contract/records/declarations.ts";
import { tagsOf } from "../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { useRecordUi } from "../record-ui.tsx";
import { isEmptyValue } from "../values/empty-value.ts";
import { RecordValue } from "../values/record-value.tsx";
import { TagList } from "../values/tag-list.tsx";
import { RecordActions } from "./record-actions.tsx";
import { RecordCrumb } from "./record-crumb.tsx";
import { RecordPresenceLine } from "./record-presence-line.tsx";

export function RecordHeader({ record }: { record: RecordRow }) {
  const { hasLetter = true } = useRecordUi(record.type);
  return (
    <header>
      <RecordCrumb record={record} />
      <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 basis-80 gap-3.5">
          {hasLetter && <LetterTile name={record.title} thingId={record.id} size={44} className="mt-1" />}
          <div className="min-w-0">
            <h1 className="hyphens-auto [overflow-wrap:anywhere]">{record.title}</h1>
            <LeadFacts record={record} />
          </div>
        </div>
        <div className="flex flex-col items-end gap-1 max-md:w-full">
          <RecordActions record={record} />
          {/* Keeps its place, so that nothing moves when somebody comes. */}
          <div className="flex items-center md:min-h-[34px]">
            <RecordPresenceLine record={record} />
          </div>
        </div>
      </div>
    </header>
  );
}

function LeadFacts({ record }: { record: RecordRow }) {
  const { type, values, title } = record;
  const { fields } = declarationOf(type);
  const { lead } = useRecordUi(type);
  const tags = tagsOf(values.tags);
  const shown = (lead ? [lead.state, ...lead.facts] : []).filter(
    (name) => !isEmptyValue(values[name]) && values[name] !== title,
  );
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-ui text-text-2">
      {shown.map((name) => {
        const field = fields[name];
        return (
          field && (
            <span key={name} className="min-w-0 [overflow-wrap:anywhere]">
              <span className="sr-only">{field.label}: </span>
              <RecordValue record={record} name={name} field={field} variant="page" />
            </span>
          )
        );
      })}
      {tags.length > 0 && <TagList tags={tags} max={12} />}
    </div>
  );
}
