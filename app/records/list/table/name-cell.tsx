import type { Declaration } from "../../../../contract/records/declaration.ts";
import { refOf } from "../../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { Link } from "../../../lib/pages/link.tsx";
import { LetterTile } from "../../../ui/avatar/letter-tile.tsx";
import { cx } from "../../../ui/cx.ts";
import { isMissing } from "../../values/empty-value.ts";
import { rowLinkMark } from "../use-list-keys.ts";
import { CardEdge, CardFact, CardState } from "./card-parts.tsx";
import type { ListColumn } from "./columns.ts";
import { MissingValue } from "./missing-value.tsx";
import { noteOf } from "./note-of.ts";

interface NameCellProps {
  record: RecordRow;
  declaration: Declaration;
  columns: readonly ListColumn[];
  isCursor: boolean;
  onCursor: (id: string) => void;
  className: string;
}

/**
 * The name wins: a note beside it that would be narrower than 96 px wraps onto a second line, which the cell does not
 * show. On phones the second line of the card holds the note, which makes way for what is missing, and the person.
 */
export function NameCell({ record, declaration, columns, isCursor, onCursor, className }: NameCellProps) {
  const note = noteOf(record, declaration);
  // A note with a column of its own is said once; cards have no columns.
  const isNoteColumn = columns.some(({ name }) => name === declaration.noteField);
  const missing = missingRelation(record, declaration);
  const person = personOf(record, declaration, note ?? missing);
  // What goes with somebody is told apart by whose it is; a card has no room for its number as well.
  const isWhose = declaration.goesWith !== undefined && declaration.goesWith === declaration.list.person;
  const cardNote = person && isWhose ? undefined : note;
  return (
    <th scope="row" className={cx(className, "sticky left-0 z-[1] bg-inherit font-normal max-md:contents")}>
      <LetterTile name={record.title} thingId={record.id} size={32} className="md:hidden" />
      <span className="flex min-w-0 items-center gap-2.5 max-md:block max-md:py-[11px]">
        <LetterTile name={record.title} thingId={record.id} className="max-md:hidden" />
        <span className="record-title">
          <Link
            to={`${declaration.path}/${record.id}`}
            prefetch="none"
            title={record.title}
            {...{ [rowLinkMark]: record.id }}
            onFocus={() => onCursor(record.id)}
            className={cx("record-link", isCursor ? "outline-none" : "focus-visible:outline-offset-[-2px]")}
          >
            {record.title}
          </Link>
          {note && !isNoteColumn && <span className="record-note">{note}</span>}
          <CardState record={record} declaration={declaration} />
          {/* The dot has a space behind it, and before it a gap as wide. */}
          <span
            className={cx(
              "col-span-2 hidden min-w-0 items-baseline text-note text-text-3 max-md:flex",
              missing ? "gap-1.5 [&>button]:relative [&>button]:z-[1]" : "gap-1",
            )}
          >
            {missing ? (
              <MissingValue record={record} {...missing}>
                {missing.field.label} fehlt
              </MissingValue>
            ) : (
              cardNote && <span className="min-w-0 truncate">{cardNote}</span>
            )}
            {person && (
              <span className={cx("truncate", cardNote && !missing ? "max-w-[45%] flex-none" : "min-w-0")}>
                {cardNote && !missing && "· "}
                {person}
              </span>
            )}
            <CardFact record={record} declaration={declaration} />
          </span>
        </span>
        <CardEdge record={record} />
      </span>
    </th>
  );
}

/**
 * Whom the card names, where the list says so on wider screens. Who is responsible makes way for whatever else stands
 * there: a phone has no room for both.
 */
function personOf({ values }: RecordRow, { list }: Declaration, other: unknown) {
  const { person = "responsibleUserId", columns } = list;
  if (!columns.includes(person) || (list.person === undefined && other !== undefined)) return undefined;
  const value = values[person];
  return typeof value === "string" ? value : refOf(value)?.label;
}

/** The first thing that a record of this list should belong to and does not. */
function missingRelation(record: RecordRow, { fields, list }: Declaration) {
  for (const name of list.columns) {
    const field = fields[name];
    if (field?.kind === "relation" && field.to !== "user" && isMissing(field, record.values[name]))
      return { name, field };
  }
  return undefined;
}
