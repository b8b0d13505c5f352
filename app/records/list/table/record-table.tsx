import { useNavigate } from "@remix-run/react";
import { type MouseEvent, startTransition, useCallback, useEffect, useMemo, useState } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { ListState } from "../../../../contract/records/list-state.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { closest } from "../../../lib/closest.ts";
import { isSelected } from "../bulk/selection.ts";
import type { SelectionControls } from "../bulk/use-selection.ts";
import { columnsOf, scrollClass, tableWidth } from "./columns.ts";
import { TableHead } from "./table-head.tsx";
import { TableRow } from "./table-row.tsx";
import { toggleSort } from "./toggle-sort.ts";

interface RecordTableProps {
  declaration: Declaration;
  state: ListState;
  onChange: (next: Partial<ListState>) => void;
  rows: readonly RecordRow[];
  /** Which list the rows are: another one for another page, order or search. */
  listKey: string;
  selecting: SelectionControls;
  /** Shows the checkboxes on phones, too. */
  isPicking: boolean;
  cursor: string | undefined;
  onCursor: (id: string) => void;
}

/** The rows of a list under their heads; on phones each row is a card of two lines. */
export function RecordTable(props: RecordTableProps) {
  const { declaration, state, onChange, rows, listKey, selecting, isPicking, cursor, onCursor } = props;
  const navigate = useNavigate();
  const columns = useMemo(() => columnsOf(declaration, { columns: state.columns }), [declaration, state.columns]);
  const orderBy = state.orderBy.length > 0 ? state.orderBy : declaration.list.orderBy;
  const bodies = useBodies(rows, listKey);
  const open = useCallback(
    (event: MouseEvent) => {
      const id = closest(event.target, "tr")?.dataset.id;
      if (!id || closest(event.target, "a, button, input, label") || document.getSelection()?.isCollapsed === false)
        return;
      navigate(`${declaration.path}/${id}`);
    },
    [navigate, declaration.path],
  );

  return (
    <div className={scrollClass(columns, state.columns !== undefined, declaration.list.beside)}>
      <table
        className="w-full table-fixed border-separate border-spacing-0 text-ui max-md:block max-md:!min-w-0"
        style={{ minWidth: state.columns && tableWidth(columns) }}
      >
        <caption className="sr-only">{declaration.labels.many}</caption>
        <colgroup className="max-md:hidden">
          <col width={36} />
          {columns.map(({ name, isTitle, width, dropClass }) => (
            <col key={name} width={isTitle ? undefined : width} className={dropClass} />
          ))}
        </colgroup>
        <TableHead
          columns={columns}
          orderBy={orderBy}
          onSort={(name, isAdded) => onChange({ orderBy: toggleSort(orderBy, name, isAdded) })}
          page={selecting.page}
          onTogglePage={selecting.togglePage}
        />
        {bodies.map((body, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the link in each row is the way for the keyboard
          // biome-ignore lint/suspicious/noArrayIndexKey: what the rows of a list are cut into has no other identity
          <tbody key={`${listKey} ${index}`} className="max-md:block" onClick={open}>
            {body.map((record) => (
              <TableRow
                key={record.id}
                record={record}
                declaration={declaration}
                columns={columns}
                isCompact={state.density === "compact"}
                isSelected={isSelected(selecting.selection, record.id)}
                isCursor={cursor === record.id}
                isPicking={isPicking}
                onToggle={selecting.toggle}
                onCursor={onCursor}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** So many are laid out and painted in the time of a few frames. */
const rowsPerBody = 25;

/**
 * The rows in parts that come one after the other when the list becomes another one, so that the browser answers presses
 * and keys in between. A part comes and goes as a whole: Remix looks through a table anew for each row that does so alone.
 */
function useBodies(rows: readonly RecordRow[], listKey: string): RecordRow[][] {
  const bodies = useMemo(() => chunked(rows), [rows]);
  const [shown, setShown] = useState({ listKey, count: Number.POSITIVE_INFINITY });
  const count = shown.listKey === listKey ? shown.count : 1;
  const isWhole = count >= bodies.length;
  useEffect(() => {
    if (!isWhole) startTransition(() => setShown({ listKey, count: count + 1 }));
  }, [isWhole, listKey, count]);
  return isWhole ? bodies : bodies.slice(0, count);
}

function chunked(rows: readonly RecordRow[]): RecordRow[][] {
  const bodies: RecordRow[][] = [];
  for (let from = 0; from < rows.length; from += rowsPerBody) bodies.push(rows.slice(from, from + rowsPerBody));
  return bodies;
}
