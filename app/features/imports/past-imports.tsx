import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { busyStates, type ImportRow } from "../../../contract/imports/imports.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Section } from "../../ui/section.tsx";
import { manyOf } from "./import-types.ts";
import { importSentence, stateLabels } from "./import-words.ts";

/** The imports of this person, of everybody for admins, the newest first. */
export function PastImports() {
  const trpc = useTRPC();
  const [page, setPage] = useState(1);
  const imports = useQuery({
    ...trpc.import.list.queryOptions({ page, limit: 10 }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.data.some((row) => busyStates.includes(row.state)) ? 2000 : false),
  });
  return (
    <Section title="Bisherige Importe" className="!mt-11">
      <PagedList
        query={imports}
        rows={3}
        page={page}
        onPage={setPage}
        empty={
          <p className="py-4 text-ui text-text-2">
            Noch keine Importe. Was du hier einliest, lässt sich 7 Tage lang rückgängig machen.
          </p>
        }
      >
        {(rows) => (
          <ul>
            {rows.map((row) => (
              <PastImport key={row.id} row={row} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}

function PastImport({ row }: { row: ImportRow }) {
  return (
    <li className="border-b">
      <Link
        to={`/import/${row.id}`}
        className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-1 py-2 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px] md:grid-cols-[minmax(0,1fr)_160px_150px]"
      >
        <span className="block min-w-0">
          <span className="block truncate text-row font-550">{row.filename}</span>
          <span className="block text-meta text-text-2">
            {manyOf(row.type)}: {importSentence(row)}
          </span>
        </span>
        <span className="text-ui text-text-2">{stateLabels[row.state]}</span>
        <span className="num text-meta text-text-3 max-md:col-span-2 md:text-right">
          {formatDateTime(row.createdAt)}
          {row.createdBy && <span className="block truncate">{row.createdBy.label}</span>}
        </span>
      </Link>
    </li>
  );
}
