import { Link } from "@remix-run/react";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { type ComponentType, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { archiveLabels } from "../../../contract/records/archive-labels.ts";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ListRecords } from "../../../contract/records/list-input.ts";
import {
  declarationFor,
  inDensity,
  isNarrowed,
  type ListState,
  toListInput,
  toScope,
} from "../../../contract/records/list-state.ts";
import { isListType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { cx } from "../../ui/cx.ts";
import { type EmptyAction, EmptyState } from "../../ui/placeholders/empty-state.tsx";
import { ListError, NoHits } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons, Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { useRecordApi } from "../record-api.ts";
import { type ListUi, OwnUiProvider } from "../record-ui.tsx";
import { anyArchived } from "./any-archived.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { useSelection } from "./bulk/use-selection.ts";
import { ListFooter } from "./list-footer.tsx";
import { ListHeader } from "./list-header.tsx";
import type { ListLink } from "./more-menu.tsx";
import { RecordTable } from "./table/record-table.tsx";
import { tileGridClass } from "./tile-grid.ts";
import { Toolbar } from "./toolbar.tsx";
import { useListKeys } from "./use-list-keys.ts";
import { useListState } from "./use-list-state.ts";

export interface TilesProps {
  rows: readonly RecordRow[];
}

interface RecordListProps {
  declaration: Declaration;
  /** What is special about the type. */
  ui: ListUi;
  /** Draws the layout „Kacheln“, for types that have it. */
  tiles?: ComponentType<TilesProps>;
  /** Stands in the head of the list, before the actions that add to it. */
  actions?: ReactNode;
  /** Where the head leads to beside that, on phones from its menu. */
  links?: readonly ListLink[];
  /** Stands below the head: links to lists that belong together. */
  tabs?: ReactNode;
  /** Stands in the empty list, before the actions that add to it. */
  empty?: { text: string; lead: ReactNode };
}

const noRows: readonly RecordRow[] = [];

/** The list of a record type: everything that its declaration says, in the state that its address says. */
export function RecordList({ declaration: whole, ui, tiles: Tiles, actions, links, tabs, empty }: RecordListProps) {
  const declaration = useOwnDeclaration(whole);
  const { state, change, reset } = useListState(declaration);
  const api = useRecordApi(declaration.type);
  const input = toListInput(state, declaration);
  const list = useQuery(api.list.queryOptions(input, { placeholderData: keepPreviousData }));
  const { rows, listKey } = useShownRows(list, input);
  const totalItems = list.data?.totalItems ?? 0;
  const totalPages = list.data?.totalPages ?? 0;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selecting = useSelection(ids, JSON.stringify(toScope(state)));
  const [isToolsOpen, setToolsOpen] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const isTiles = state.layout === "tiles" && Tiles !== undefined;
  const [cursor, setCursor] = useListKeys({ declaration, ids, selecting, isActive: !isTiles });

  const isBeyond = list.isSuccess && !list.isPlaceholderData && totalPages > 0 && state.page > totalPages;
  useEffect(() => {
    if (isBeyond) change({ page: totalPages }, { replace: true });
  }, [isBeyond, totalPages, change]);

  const isEmpty = list.isSuccess && totalItems === 0;
  const isBare = isEmpty && !list.isPlaceholderData && !isNarrowed(state) && !state.archived;
  const archive = useQuery(api.list.queryOptions(anyArchived, { enabled: isBare }));
  const isEmptyPortal = isBare && archive.data?.totalItems === 0;
  return (
    <OwnUiProvider type={declaration.type} ui={ui}>
      <ListHeader
        declaration={declaration}
        state={state}
        count={list.data && totalItems}
        isToolsOpen={isToolsOpen}
        onTools={() => setToolsOpen(!isToolsOpen)}
        hasTools={!isEmptyPortal}
        actions={actions}
        links={links}
      />
      {tabs}
      {isEmptyPortal ? (
        <EmptyList declaration={declaration} emptyAction={ui.emptyAction} empty={empty} />
      ) : (
        <>
          <Toolbar
            declaration={declaration}
            state={state}
            onChange={change}
            isOpen={isToolsOpen}
            isPicking={isPicking}
            onPick={setPicking}
            onPickPage={selecting.togglePage}
          />
          {list.isPending && <ListSkeleton declaration={declaration} state={state} />}
          {list.isError && !list.data && (
            <ListError
              errorId={problemOf(list.error)?.requestId}
              onRetry={() => list.refetch()}
              retrying={list.isFetching}
            />
          )}
          {isEmpty && isNarrowed(state) && <NoHits onReset={reset} />}
          {isEmpty && state.archived && !isNarrowed(state) && <NoHits message={archiveLabels(declaration).empty} />}
          {isBare && archive.isSuccess && <NoHits message={archiveLabels(declaration).holdsAll} />}
          {rows.length > 0 && isTiles && <Tiles rows={rows} />}
          {rows.length > 0 && !isTiles && (
            <RecordTable
              declaration={declaration}
              state={state}
              onChange={change}
              rows={rows}
              listKey={listKey}
              selecting={selecting}
              isPicking={isPicking}
              cursor={cursor}
              onCursor={setCursor}
            />
          )}
          {totalItems > 0 && <ListFooter state={state} onChange={change} totalItems={totalItems} shown={rows.length} />}
          <BulkBar declaration={declaration} state={state} selecting={selecting} totalItems={totalItems} />
        </>
      )}
    </OwnUiProvider>
  );
}

interface EmptyListProps extends Pick<RecordListProps, "declaration" | "empty"> {
  emptyAction: ListUi["emptyAction"];
}

/** A portal without a single record of this type: what is missing, and how to begin. */
function EmptyList({ declaration: { labels, path, type, isImported }, emptyAction, empty }: EmptyListProps) {
  const role = useRole();
  const mayCreate = hasAbility(role, "editRecords");
  const hasEmptyWay = emptyAction && (!emptyAction.ability || hasAbility(role, emptyAction.ability));
  const actions: EmptyAction[] = [];
  if (isListType(type) && isImported !== false && hasAbility(role, "importRecords"))
    actions.push({
      icon: Upload,
      title: "Liste importieren",
      text: "CSV, XLSX oder einfach eingefügte Zeilen",
      href: `/import?type=${type}`,
    });
  if (mayCreate)
    actions.push(...(hasEmptyWay ? [emptyAction] : []), {
      icon: Plus,
      title: `${labels.one} anlegen`,
      text: "Einzeln, von Hand",
      href: `${path}/new`,
    });
  return (
    <EmptyState
      title={labels.emptyTitle}
      text={empty && mayCreate ? empty.text : labels.emptyText}
      lead={mayCreate && empty?.lead}
      actions={actions}
      className="mt-16 md:mt-[104px]"
      renderLink={(href, link) => (
        <Link key={href} to={href} className={link.className}>
          {link.children}
        </Link>
      )}
    />
  );
}

/** What stands where rows or tiles are about to stand. */
function ListSkeleton({ declaration, state }: { declaration: Declaration; state: ListState }) {
  if (state.layout === "table")
    return (
      <RowSkeletons
        density={state.density}
        aria-label={`${declaration.labels.many} werden geladen`}
        className="mt-[34px] border-t border-t-line-strong max-md:mt-0"
      />
    );
  return (
    <div role="status" className={tileGridClass}>
      <span className="sr-only">Wird geladen …</span>
      {Array.from({ length: 8 }, (_, tile) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <div key={tile}>
          <Skeleton className="aspect-[16/10] w-full rounded-10" />
          <Skeleton className={cx("mt-3 h-3.5", tile % 2 ? "w-3/5" : "w-4/5")} />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      ))}
    </div>
  );
}

/**
 * The rows that are there, and which list they are; while the next one is on its way still the former. They are drawn in
 * between presses and keys: a hundred of them take longer than a frame.
 */
function useShownRows(list: ShownList, { fields: _, ...asked }: ListRecords) {
  const former = useRef("");
  const listKey = list.isPlaceholderData ? former.current : JSON.stringify(asked);
  useEffect(() => {
    former.current = listKey;
  });
  const rows = list.data?.data ?? noRows;
  return useDeferredValue(useMemo(() => ({ rows, listKey }), [rows, listKey]));
}

type ShownList = Pick<UseQueryResult<{ data: readonly RecordRow[] }, unknown>, "data" | "isPlaceholderData">;

/** A declaration as its list looks to the signed-in person: without what is kept from them, in the density they like. */
function useOwnDeclaration(whole: Declaration): Declaration {
  const role = useRole();
  const density = useSession().data?.preferences?.density;
  return useMemo(() => inDensity(declarationFor(whole, role), density), [whole, role, density]);
}
