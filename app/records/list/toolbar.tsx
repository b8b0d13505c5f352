import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, Rows3, X } from "lucide-react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ListLayout, ListState } from "../../../contract/records/list-state.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Segment } from "../../ui/form/segment.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterBar } from "./filters/filter-bar.tsx";
import { ListSearch } from "./list-search.tsx";
import { ColumnMenu } from "./table/column-menu.tsx";
import { SortMenu } from "./table/sort-menu.tsx";
import type { ListStateControl } from "./use-list-state.ts";
import { ViewMenu } from "./views/view-menu.tsx";

interface ToolbarProps {
  declaration: Declaration;
  state: ListState;
  onChange: ListStateControl["change"];
  /** Whether phones show what else the list can do. */
  isOpen: boolean;
  isPicking: boolean;
  onPick: (isPicking: boolean) => void;
  onPickPage: () => void;
}

const layouts = {
  table: { value: "table", label: "Tabelle", icon: Rows3 },
  tiles: { value: "tiles", label: "Kacheln", icon: LayoutGrid },
} as const;

export function Toolbar({ declaration, state, onChange, isOpen, isPicking, onPick, onPickPage }: ToolbarProps) {
  const { labels, list } = declaration;
  return (
    <div className="mb-3.5 mt-4 flex items-start gap-2 max-md:mb-1.5 max-md:mt-3 max-md:flex-col-reverse max-md:items-stretch">
      {/* biome-ignore lint/a11y/useSemanticElements: React does not know the element <search> and warns of it */}
      <div role="search" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <ListSearch
          label={labels.search}
          value={state.search}
          onSearch={(search) => onChange({ search }, { replace: state.search !== "" })}
        />
        <span aria-hidden="true" className="mx-1 h-5 w-px bg-line-strong max-lg:hidden" />
        {state.importId && <ImportChip importId={state.importId} onRemove={() => onChange({ importId: undefined })} />}
        <FilterBar declaration={declaration} where={state.where} onChange={(where) => onChange({ where })} />
      </div>
      <div className={cx("flex flex-none flex-wrap items-center gap-2", !isOpen && "max-md:hidden")}>
        <ViewMenu declaration={declaration} state={state} onChange={onChange} />
        {list.layouts.length > 1 && (
          <Segment<ListLayout>
            label="Darstellung"
            options={list.layouts.map((layout) => layouts[layout])}
            value={state.layout}
            onChange={(layout) => onChange({ layout, page: state.page }, { replace: true })}
          />
        )}
        <SortMenu declaration={declaration} state={state} onChange={onChange} />
        {state.layout === "table" && <ColumnMenu declaration={declaration} state={state} onChange={onChange} />}
        <ExportMenu declaration={declaration} state={state} className="max-md:hidden" />
        {state.layout === "table" && (
          <Button className="md:hidden" aria-pressed={isPicking} onClick={() => onPick(!isPicking)}>
            {isPicking ? "Auswahl beenden" : "Auswählen"}
          </Button>
        )}
        {isPicking && (
          <Button className="md:hidden" onClick={onPickPage}>
            Ganze Seite
          </Button>
        )}
      </div>
    </div>
  );
}

/** „Import vom 21.11.2026“: a list that shows what one import has read in, until that is taken away. */
function ImportChip({ importId, onRemove }: { importId: string; onRemove: () => void }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.import.get.queryOptions({ id: importId }, { staleTime: 60_000, retry: false }));
  const day = data && formatDate(data.startedAt ?? data.createdAt);
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-6 bg-sunken text-ui font-medium max-md:h-11">
      <span className="flex min-w-0 items-center gap-[5px] whitespace-nowrap pl-[9px] pr-1">
        <span className="font-normal text-text-2">{day ? "Import vom" : "Import"}</span>
        {day && <span className="num">{day}</span>}
      </span>
      <button
        type="button"
        aria-label={`Filter „${day ? `Import vom ${day}` : "Import"}“ entfernen`}
        onClick={onRemove}
        className="mr-1 grid h-5 w-5 flex-none place-items-center rounded-4 text-text-3 hover:bg-tint-7 hover:text-text-1 max-md:mr-0 max-md:h-11 max-md:w-9"
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  );
}
