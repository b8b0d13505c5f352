import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BuiltInView, Declaration } from "../../../../contract/records/declaration.ts";
import { hasSameConditions, type ListState, plainState, stateOfView } from "../../../../contract/records/list-state.ts";
import type { SavedView } from "../../../../contract/saved-views/saved-views.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import type { ListAddress } from "../use-list-state.ts";
import { isSameView, stateOfSavedView } from "./saved-view-state.ts";

interface CurrentView {
  label: string;
  builtIn?: BuiltInView;
  saved?: SavedView;
  /** Whether the list has been changed since the view was opened. */
  isChanged: boolean;
}

const noViews: readonly SavedView[] = [];

/** The saved views of a list and the one that it shows. An address that names a saved view alone opens it. */
export function useViews(declaration: Declaration, state: ListState, change: ListAddress["change"]) {
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
