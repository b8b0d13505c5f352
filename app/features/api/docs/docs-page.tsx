import { Link } from "@remix-run/react";
import { QueryPanel } from "../../../lib/api/query-panel.tsx";
import { SearchField } from "../../../lib/form/search-field.tsx";
import { cx } from "../../../ui/cx.ts";
import { NoHits } from "../../../ui/placeholders/list-states.tsx";
import { Basics } from "./basics.tsx";
import type { OpenApi } from "./openapi.ts";
import { OperationEntry } from "./operation-entry.tsx";
import { useDocsState, useDocument, useOperations } from "./use-docs.ts";

/** The API by areas: the basics first, then what can be asked for in the one that is open. */
export function DocsPage() {
  const document = useDocument();
  const { search, setSearch } = useDocsState();
  return (
    <>
      <search className="mt-4 block md:[&_input]:h-8 md:[&_input]:text-ui">
        <SearchField
          aria-label="In der Dokumentation suchen"
          placeholder="Anfrage, Adresse oder Feld suchen …"
          className="w-[320px] max-md:w-full"
          value={search}
          onSearch={setSearch}
        />
      </search>
      <div className="mt-6">
        <QueryPanel query={document} failure="Die Dokumentation konnte nicht geladen werden." rows={10}>
          {(loaded) => <Loaded document={loaded} />}
        </QueryPanel>
      </div>
    </>
  );
}

function Loaded({ document }: { document: OpenApi }) {
  const { tag, search, setSearch } = useDocsState();
  const operations = useOperations(document, { tag, search });
  const baseUrl = document.servers[0]?.url ?? "";
  const isBasics = tag === "" && search === "";
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[180px_minmax(0,1fr)]">
      <Areas names={document.tags.map(({ name }) => name)} open={search === "" ? tag : undefined} />
      <div className="min-w-0 max-w-[900px]">
        {isBasics && <Basics baseUrl={baseUrl} />}
        {!isBasics && operations.length === 0 && (
          <NoHits message="Dazu gibt es keine Anfrage." onReset={() => setSearch("")} />
        )}
        {!isBasics && operations.length > 0 && (
          <>
            <h2 role={search ? "status" : undefined} className="border-b pb-1.5">
              {search ? (operations.length === 1 ? "1 Treffer" : `${operations.length} Treffer`) : tag}
            </h2>
            <ul>
              {operations.map((operation) => (
                <OperationEntry key={operation.id} operation={operation} baseUrl={baseUrl} showsTag={search !== ""} />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** Links to the areas; on narrow screens a line that scrolls. */
function Areas({ names, open }: { names: readonly string[]; open: string | undefined }) {
  const areas = [{ name: "", label: "Grundlagen" }, ...names.map((name) => ({ name, label: name }))];
  return (
    <nav aria-label="Bereiche der API" className="min-w-0">
      <ul className="flex gap-1 overflow-x-auto text-ui [scrollbar-width:none] lg:sticky lg:top-4 lg:grid">
        {areas.map(({ name, label }) => (
          <li key={name} className="flex-none">
            <Link
              to={name ? `?tag=${encodeURIComponent(name)}` : "?"}
              preventScrollReset
              aria-current={name === open ? "page" : undefined}
              className={cx(
                "flex h-8 items-center rounded-6 px-2.5 transition-colors hover:bg-tint-7 max-md:h-11",
                name === open ? "bg-selected font-medium text-text-1" : "text-text-2",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
