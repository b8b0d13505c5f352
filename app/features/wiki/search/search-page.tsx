import { Link } from "@remix-run/react";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { pageStatuses } from "../../../../contract/wiki/page-limits.ts";
import type { PageHit, SnippetPart } from "../../../../contract/wiki/page-rows.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { SearchField } from "../../../lib/form/search-field.tsx";
import { formatDate } from "../../../lib/format.ts";
import { withParams } from "../../../lib/pages/use-filter-params.ts";
import { useUrlParams } from "../../../lib/pages/use-url-params.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ListError, NoHits } from "../../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";
import { Tag } from "../../../ui/status/tag.tsx";
import { pagePath } from "../page-path.ts";
import { SearchFilters } from "./search-filters.tsx";
import { readSearch } from "./search-state.ts";

const partLabels = { title: undefined, heading: "Überschrift", text: undefined, attachment: "Anhang" } as const;

/** What the wiki has on some words: titles first, each with the place where they stand. */
export function SearchPage() {
  const { params, change } = useUrlParams();
  const whole = useRef<HTMLDivElement>(null);
  useHitKeys(whole);
  const state = readSearch(params);
  const { query } = state;
  const trpc = useTRPC();
  const found = useQuery(
    trpc.page.search.queryOptions(
      { ...state, limit: 50 },
      { enabled: query !== "", placeholderData: keepPreviousData },
    ),
  );
  const hits = found.data?.hits ?? [];
  useCountedMiss(query, found.isSuccess && !found.isPlaceholderData && hits.length === 0 && !hasFilters(state));

  return (
    <div ref={whole} className="mx-auto max-w-[820px] px-gutter pb-16 pt-7">
      <PageHeader title="Suche im Wiki" />
      <SearchField
        autoFocus
        aria-label="Suchbegriffe"
        placeholder="Im Wiki suchen …"
        className="mt-4"
        value={query}
        maxLength={200}
        onSearch={(q) => change((now) => withParams(now, { q }), { replace: true })}
      />
      <SearchFilters state={state} onChange={(filter) => change((now) => withParams(now, filter))} />
      {query === "" && (
        <p className="mt-6 text-help text-text-2">Titel, Überschriften, Texte und Anhänge werden durchsucht.</p>
      )}
      {query !== "" && found.isPending && <RowSkeletons rows={6} className="mt-4" />}
      {found.isError && !found.data && (
        <ListError
          message="Die Suche ist nicht erreichbar."
          errorId={problemOf(found.error)?.requestId}
          onRetry={() => found.refetch()}
          retrying={found.isFetching}
          className="mt-4"
        />
      )}
      {query !== "" && found.isSuccess && hits.length === 0 && (
        <NoHits
          className="mt-4"
          message={`Nichts gefunden für „${query}“.`}
          onReset={hasFilters(state) ? () => change(() => new URLSearchParams({ q: query })) : undefined}
        />
      )}
      {query !== "" && hits.length > 0 && (
        <>
          <p role="status" className="num mt-5 text-meta text-text-3">
            {found.data?.hasMore ? `Mehr als ${hits.length}` : hits.length} {hits.length === 1 ? "Treffer" : "Treffer"}
          </p>
          <ul aria-label="Treffer" className="mt-1 border-t">
            {hits.map((hit) => (
              <li key={hit.id} className="border-b">
                <Hit hit={hit} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Hit({ hit }: { hit: PageHit }) {
  const { icon, path, titleParts, snippet, status, updatedAt } = hit;
  const partLabel = partLabels[hit.in];
  return (
    <Link
      to={pagePath(hit)}
      className="block py-3 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
    >
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate text-row font-medium">
          {icon && <span className="mr-1.5">{icon}</span>}
          <Marked parts={titleParts} />
        </span>
        {status !== "published" && <Tag tone={status === "outdated" ? "warn" : "neutral"}>{pageStatuses[status]}</Tag>}
        <span className="num flex-none text-meta text-text-3">{formatDate(updatedAt)}</span>
      </span>
      <span className="block truncate text-meta text-text-3">
        {[...path, partLabel && `in: ${partLabel}`].filter(Boolean).join(" › ") || "Oberste Ebene"}
      </span>
      {snippet.length > 0 && (
        <span className="mt-1 line-clamp-2 text-ui text-text-2 [overflow-wrap:anywhere]">
          <Marked parts={snippet} />
        </span>
      )}
    </Link>
  );
}

function Marked({ parts }: { parts: readonly SnippetPart[] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a snippet never move
      <mark key={index} className="bg-transparent font-650 text-text-1">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

const hasFilters = ({ query: _, ...filters }: ReturnType<typeof readSearch>) => Object.keys(filters).length > 0;

/** Tells the team's list of gaps what was looked for and not found. */
function useCountedMiss(query: string, isMissing: boolean): void {
  const { mutate } = useMutation(useTRPC().page.countMiss.mutationOptions());
  useEffect(() => {
    if (!isMissing || query.length < 3) return;
    const timer = setTimeout(() => mutate({ query }), 2000);
    return () => clearTimeout(timer);
  }, [isMissing, query, mutate]);
}

/** Arrows lead from the field into the hits, through them and back. */
function useHitKeys(page: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = page.current;
    const walk = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const field = element?.querySelector<HTMLElement>('input[type="search"]');
      const hits = [...(element?.querySelectorAll<HTMLElement>('[aria-label="Treffer"] a') ?? [])];
      const here = document.activeElement as HTMLElement;
      if (!step || !field || hits.length === 0 || (here !== field && !hits.includes(here))) return;
      event.preventDefault();
      const next = hits.indexOf(here) + step;
      if (next < 0) field.focus();
      else hits[Math.min(next, hits.length - 1)]?.focus();
    };
    element?.addEventListener("keydown", walk);
    return () => element?.removeEventListener("keydown", walk);
  }, [page]);
}
