import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, CircleAlert, Info } from "lucide-react";
import { useState } from "react";
import type { ImportRowView, ImportView, RowProblem, RowResult } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { recordPath } from "../../records/record-path.ts";
import { formatValue } from "../../records/values/format-value.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { resultLabels } from "./import-labels.ts";

const pageSize = 25;
const shownFields = 6;
const maxContent = 120;

interface RowListProps {
  view: ImportView;
  results?: RowResult[] | undefined;
  conflicts?: true | undefined;
  /** Before the run the rows say what will become of them. */
  isPlan: boolean;
  empty: string;
}

/** The rows of an import, page by page, with what is wrong or changes. */
export function RowList({ view, results, conflicts, isPlan, empty }: RowListProps) {
  const trpc = useTRPC();
  const [page, setPage] = useState(1);
  const filter = { ...(results && { results }), ...(conflicts && { conflicts }) };
  const rows = useQuery({
    ...trpc.import.rows.queryOptions({ id: view.id, page, limit: pageSize, ...filter }),
    placeholderData: (before) => before,
  });
  return (
    <PagedList
      query={rows}
      rows={5}
      page={page}
      onPage={setPage}
      empty={<p className="py-4 text-ui text-text-2">{empty}</p>}
    >
      {(found) => (
        <ul aria-busy={rows.isPlaceholderData}>
          {found.map((row) => (
            <RowItem key={row.number} view={view} row={row} isPlan={isPlan} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function RowItem({ view, row, isPlan }: { view: ImportView; row: ImportRowView; isPlan: boolean }) {
  const { planned, done } = resultLabels[row.result];
  const href = row.recordId && row.undo === null ? recordPath(view.type, row.recordId) : undefined;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 border-b py-2.5 text-ui md:grid-cols-[76px_120px_minmax(0,1fr)]">
      <span className="num text-text-3">Zeile {row.number}</span>
      <span className={row.result === "failed" ? "font-550 text-bad-text" : "text-text-2"}>
        {row.undo === "undone" ? "Rückgängig" : row.undo === "conflict" ? "Bleibt" : isPlan ? planned : done}
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere] max-md:col-span-2">
        {href ? (
          <Link to={href} className={linkClass}>
            {row.title || "Ohne Namen"}
          </Link>
        ) : (
          <span className="font-550">{row.title || "Ohne Namen"}</span>
        )}
        {row.problems.map((problem) => (
          <ProblemLine key={`${problem.column} ${problem.message}`} view={view} row={row} problem={problem} />
        ))}
        {row.undoNote && <p className="mt-0.5 text-text-2">{row.undoNote}</p>}
        {isPlan && row.changes.length > 0 && <Changes view={view} row={row} />}
      </div>
    </li>
  );
}

/** What is wrong, in which column, and what stands there. */
function ProblemLine({ view, row, problem }: { view: ImportView; row: ImportRowView; problem: RowProblem }) {
  const { column, message } = problem;
  const at = view.columns.findIndex(({ heading }, index) => (heading || `Spalte ${index + 1}`) === column);
  const content = String(row.cells[at] ?? "").slice(0, maxContent);
  return (
    <p className="mt-0.5 flex gap-1.5">
      {row.result === "failed" ? (
        <Icon of={CircleAlert} size={14} className="mt-[3px] text-bad-text" />
      ) : (
        <Icon of={Info} size={14} className="mt-[3px] text-text-3" />
      )}
      <span className="min-w-0">
        {column && <span className="font-550">Spalte „{column}“: </span>}
        {message}
        {content && !message.includes(`„${content}“`) && (
          <span className="text-text-2"> In der Datei steht: „{content}“</span>
        )}
      </span>
    </p>
  );
}

/** What the row would write: all of a new record that the file says, of a known one what differs. */
function Changes({ view, row }: { view: ImportView; row: ImportRowView }) {
  const { fields } = declarationOf(view.type);
  const mapped = row.changes.filter(({ field }) => view.settings.columns.includes(field));
  const shown = mapped.slice(0, shownFields);
  if (shown.length === 0) return null;
  return (
    <dl className="mt-0.5 text-note">
      {shown.map(({ field: name, before, after }) => {
        const field = fields[name];
        if (!field) return null;
        return (
          <div key={name} className="flex flex-wrap gap-x-1.5">
            <dt className="text-text-3">{field.label}:</dt>
            <dd className="min-w-0">
              {row.result === "updated" && (
                <>
                  <span className="sr-only">vorher </span>
                  <del className="text-text-3 no-underline">{formatValue(field, before)}</del>
                  <Icon of={ArrowRight} size={14} className="mx-1 inline-block align-[-2px] text-text-3" />
                  <span className="sr-only">jetzt </span>
                </>
              )}
              {formatValue(field, after)}
            </dd>
          </div>
        );
      })}
      {mapped.length > shown.length && <p className="text-text-3">und {mapped.length - shown.length} weitere Felder</p>}
    </dl>
  );
}
