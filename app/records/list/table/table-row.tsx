import { type ChangeEvent, memo } from "react";
import { saidBy } from "../../../../contract/deadlines/deviations.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { isShown } from "../../../../contract/records/shown-when.ts";
import { cx } from "../../../ui/cx.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { isMissing } from "../../values/empty-value.ts";
import { deviationToday, RecordValue } from "../../values/record-value.tsx";
import type { ListColumn } from "./columns.ts";
import { MissingValue } from "./missing-value.tsx";
import { NameCell } from "./name-cell.tsx";

interface TableRowProps {
  record: RecordRow;
  declaration: Declaration;
  columns: readonly ListColumn[];
  isCompact: boolean;
  isSelected: boolean;
  /** Whether the keyboard is on this row. */
  isCursor: boolean;
  isPicking: boolean;
  onToggle: (id: string, range: boolean) => void;
  onCursor: (id: string) => void;
}

/** One record; drawn again only when it, its selection or the columns change. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { record, declaration, columns, isCompact, isSelected, isCursor, isPicking, onToggle, onCursor } = props;
  const cell = isCompact ? "record-cell md:h-8" : "record-cell";
  const markOf = marksOf(record, columns);
  const toggle = ({ nativeEvent }: ChangeEvent) => {
    // A checkbox changes by a click, of which the key is part.
    onToggle(record.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
    onCursor(record.id);
  };
  return (
    <tr
      data-id={record.id}
      className={cx(
        "group/row record-row",
        isPicking && "max-md:grid-cols-[32px_32px_minmax(0,1fr)]",
        isSelected ? "bg-selected" : "bg-surface hover:bg-hover",
      )}
    >
      <td
        // The range of rows is meant, not the text in them.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        className={cx(
          cell,
          "pl-2 max-md:relative max-md:z-[1] max-md:border-b-0 max-md:p-0",
          !isPicking && "max-md:hidden",
          isCursor && "shadow-[inset_2px_0_0_var(--focus)] max-md:shadow-none",
        )}
      >
        <Checkbox
          className="align-middle"
          aria-label={`${record.title} auswählen`}
          checked={isSelected}
          onChange={toggle}
        />
      </td>
      {columns.map((column) =>
        column.isTitle ? (
          <NameCell
            key={column.name}
            record={record}
            declaration={declaration}
            columns={columns}
            className={cell}
            onCursor={onCursor}
            isCursor={isCursor}
          />
        ) : (
          <td
            key={column.name}
            className={cx(cell, "record-value", column.isFigure && "num pr-5 text-right", column.dropClass)}
          >
            <CellValue record={record} name={column.name} field={column.field} mark={markOf(column.name)} />
          </td>
        ),
      )}
    </tr>
  );
});

interface CellValueProps {
  record: RecordRow;
  name: string;
  field: Field;
  mark: Mark;
}

/** What a record holds in a column; who may edit it fills in place what is missing and means something here. */
function CellValue({ record, name, field, mark }: CellValueProps) {
  const value = record.values[name];
  if (!isShown(field, record.values)) return <span className="text-text-3">–</span>;
  if (isMissing(field, value)) return <MissingValue record={record} name={name} field={field} />;
  return <RecordValue record={record} name={name} field={field} mark={mark} />;
}

type Mark = "icon" | "tone" | "none";

/** One icon a row, at the first of what needs a look; a value that another column speaks for says nothing itself. */
function marksOf({ type, values }: RecordRow, columns: readonly ListColumn[]): (name: string) => Mark {
  const isBeside = (other: string) => columns.some((column) => column.name === other) && values[other] !== null;
  const first = columns.find((column) => deviationToday(type, column.name, values)?.tone === "warn");
  return (name) => {
    const speaker = saidBy(type, name);
    if (speaker !== name && isBeside(speaker)) return "none";
    const isFirst = first !== undefined && (first.name === name || saidBy(type, first.name) === name);
    return isFirst ? "icon" : "tone";
  };
}
