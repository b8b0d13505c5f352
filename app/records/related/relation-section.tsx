import type { CheckStatus } from "../../../contract/checks/status.ts";
import type { RelatedRecord, RelationGroup } from "../../../contract/records/relations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { formatNumber } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Status } from "../../ui/status/status.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { useRecordMark } from "../record-mark.tsx";
import { relatedPath, wholeGroupPath } from "../record-urls.ts";
import { AddRelation } from "./add-relation.tsx";
import type { Addition } from "./additions.ts";

interface RelationSectionProps {
  record: RecordRow;
  group: RelationGroup;
  addition: Addition | undefined;
}

export function RelationSection({ record, group, addition }: RelationSectionProps) {
  const whole = wholeGroupPath(group, record);
  // Where one row of a group says more, each of them has its second line.
  const hasNotes = group.items.some(({ note, archived }) => note !== null || archived);
  return (
    // A tab of the page may have a section of the same name.
    <section aria-label={`${group.label}, Beziehungen`} className="border-b pb-2 pt-2 xl:first:pt-0 xl:last:border-b-0">
      <div className="flex min-h-8 items-center gap-2 text-label text-text-3">
        <h2 className="min-w-0 flex-1 text-label font-medium">{group.label}</h2>
        {addition && <AddRelation record={record} group={group} addition={addition} />}
        {group.totalItems > 0 && <span className="num">{formatNumber(group.totalItems)}</span>}
      </div>
      <ul>
        {group.items.map((item) => (
          <li key={item.id}>
            <RelatedRow item={item} group={group} path={relatedPath(item, group, record.type)} hasNotes={hasNotes} />
          </li>
        ))}
      </ul>
      {whole && (
        <Link to={whole} className="flex h-[34px] items-center text-ui text-text-2 hover:underline max-md:h-11">
          Alle {formatNumber(group.totalItems)} anzeigen
        </Link>
      )}
    </section>
  );
}

/** What is well, and what nothing is known of, is not worth a word beside another record. */
const isNoteworthy = (status: CheckStatus) => status !== "online" && status !== "unknown";

interface RelatedRowProps {
  item: RelatedRecord;
  group: RelationGroup;
  path: string | undefined;
  hasNotes: boolean;
}

function RelatedRow({ item, group: { type }, path, hasNotes }: RelatedRowProps) {
  const { icon } = useRecordMark(type);
  const status = item.status && isNoteworthy(item.status) && (
    <Status state={item.status} className="flex-none !text-meta !leading-4" />
  );
  const row = (
    <>
      {icon ? (
        <Icon of={icon} className="w-5 text-text-3" />
      ) : (
        <LetterTile name={item.title} thingId={item.id} size={20} />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={item.title}>
          {item.title}
        </span>
        {hasNotes && (
          <span className="flex items-baseline gap-2.5 text-meta text-text-3">
            <span className="min-w-0 flex-1 truncate" title={item.note ?? undefined}>
              {item.archived ? <Tag tone="out">Archiviert</Tag> : (item.note ?? "–")}
            </span>
            {status}
          </span>
        )}
      </span>
      {!hasNotes && status}
    </>
  );
  const rowClass = "flex min-h-[34px] items-center gap-2.5 py-1 text-ui max-md:min-h-11";
  if (!path) return <span className={rowClass}>{row}</span>;
  return (
    <Link to={path} className={`${rowClass} rounded-4 hover:bg-hover`}>
      {row}
    </Link>
  );
}
