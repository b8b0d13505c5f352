import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useEffect } from "react";
import type { BuiltInView, Declaration } from "../../../../contract/records/declaration.ts";
import { hasSameConditions, type ListState, plainState, stateOfView } from "../../../../contract/records/list-state.ts";
import type { SavedView } from "../../../../contract/saved-views/saved-views.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { lazyMenuItems, Menu, MenuContent, MenuItems, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import type { ListStateControl } from "../use-list-state.ts";
import { isSameView, stateOfSavedView } from "./saved-view-state.ts";

const viewItems = lazyMenuItems(() => import("./view-items.tsx"));

interface ViewMenuProps {
  declaration: Declaration;
  state: ListState;
  onChange: ListStateControl["change"];
}

/** „Ansicht: Alle live“: opens the views of the declaration, one's own and the team's, and what is done with them. */
export function ViewMenu({ declaration, state, onChange }: ViewMenuProps) {
  const { saved, current } = useViews(declaration, state, onChange);
  return (
    <Menu items={viewItems}>
      <MenuTrigger asChild>
        <Button className="max-w-[260px]">
          <span className="font-normal text-text-3">Ansicht:</span>
          <span className="truncate">{current.label}</span>
          {current.isChanged && current.label !== "Eigene" && (
            <span className="h-1.5 w-1.5 flex-none rounded-full bg-text-1" title="Geändert">
              <span className="sr-only">geändert</span>
            </span>
          )}
          <Icon of={ChevronDown} size={14} />
        </Button>
      </MenuTrigger>
      <MenuContent align="end" className="max-w-[320px]">
        <MenuItems of={viewItems}>
          {({ ViewItems }) => (
            <ViewItems declaration={declaration} state={state} onChange={onChange} saved={saved} current={current} />
          )}
        </MenuItems>
      </MenuContent>
    </Menu>
  );
}

export interface CurrentView {
  label: string;
  builtIn?: BuiltInView;
  saved?: SavedView;
  /** Whether the list has been changed since the view was opened. */
  isChanged: boolean;
}

const noViews: readonly SavedView[] = [];

/** The saved views of a list and the one that it shows. A URL that names a saved view alone opens it. */
function useViews(declaration: Declaration, state: ListState, change: ListStateControl["change"]) {
  const trpc = useTRPC();
  const saved = useQuery(trpc.savedView.list.queryOptions({ type: declaration.type })).data ?? noViews;
  const named = saved.find(({ id }) => id === state.view);
  const opens = named && isPlain(state, declaration) ? stateOfSavedView(named, declaration) : undefined;
  useEffect(() => {
    if (opens && !isPlain(opens, declaration)) change(opens, { replace: true });
  });
  return { saved, current: currentView(declaration, state, named) };
}

function isPlain(state: ListState, declaration: Declaration): boolean {
  return isSameView(state, plainState(declaration));
}

function currentView(declaration: Declaration, state: ListState, saved: SavedView | undefined): CurrentView {
  if (saved) return { label: saved.name, saved, isChanged: !isSameView(state, stateOfSavedView(saved, declaration)) };
  const { views } = declaration.list;
  const isShown = (view: BuiltInView) => hasSameConditions(state, stateOfView(view, declaration));
  const builtIn = views.find((view) => view.key === state.view) ?? views.find(isShown);
  if (!builtIn) return { label: "Eigene", isChanged: true };
  return { label: builtIn.label, builtIn, isChanged: !isShown(builtIn) };
}
