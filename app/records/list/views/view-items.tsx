import { Check, Pencil, Plus, Save, Trash2 } from "lucide-react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { type ListState, stateOfView } from "../../../../contract/records/list-state.ts";
import type { SavedView } from "../../../../contract/saved-views/saved-views.ts";
import { MenuItem, MenuLabel, MenuSeparator } from "../../../ui/overlays/menu.tsx";
import type { ListStateControl } from "../use-list-state.ts";
import { openViewDialog } from "./open-view-dialog.tsx";
import { stateOfSavedView } from "./saved-view-state.ts";
import { useViewActions } from "./use-view-actions.ts";
import type { CurrentView } from "./view-menu.tsx";

interface ViewItemsProps {
  declaration: Declaration;
  state: ListState;
  onChange: ListStateControl["change"];
  saved: readonly SavedView[];
  current: CurrentView;
}

/** The views of the declaration, one's own and the team's, and what is done with them. */
export function ViewItems({ declaration, state, onChange, saved, current }: ViewItemsProps) {
  const { update, saveNew, remove } = useViewActions(declaration, state, onChange);
  const { layout, density, columns, limit } = state;
  const own = saved.filter(({ scope }) => scope === "me");
  const shared = saved.filter(({ scope }) => scope !== "me");
  const savedItem = (view: SavedView) => (
    <ViewItem
      key={view.id}
      label={view.scope === "default" ? `${view.name} (Standard)` : view.name}
      isOn={current.saved?.id === view.id}
      onSelect={() => onChange({ ...stateOfSavedView(view, declaration), limit })}
    />
  );
  const editable = current.saved?.can.edit ? current.saved : undefined;
  return (
    <>
      {declaration.list.views.map((view) => (
        <ViewItem
          key={view.key}
          label={view.label}
          isOn={current.builtIn?.key === view.key}
          onSelect={() => onChange({ ...stateOfView(view, declaration), layout, density, columns, limit })}
        />
      ))}
      {own.length > 0 && <MenuLabel>Meine Ansichten</MenuLabel>}
      {own.map(savedItem)}
      {shared.length > 0 && <MenuLabel>Ansichten des Teams</MenuLabel>}
      {shared.map(savedItem)}
      <MenuSeparator />
      {editable && current.isChanged && (
        <MenuItem icon={Save} onSelect={() => update(editable)}>
          „{editable.name}“ aktualisieren
        </MenuItem>
      )}
      <MenuItem icon={Plus} onSelect={saveNew}>
        Als Ansicht speichern …
      </MenuItem>
      {editable && (
        <>
          <MenuItem icon={Pencil} onSelect={() => openViewDialog({ view: editable })}>
            Umbenennen und teilen …
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => remove(editable)}>
            Ansicht löschen …
          </MenuItem>
        </>
      )}
    </>
  );
}

function ViewItem({ label, isOn, onSelect }: { label: string; isOn: boolean; onSelect: () => void }) {
  return (
    <MenuItem
      onSelect={onSelect}
      aria-current={isOn || undefined}
      className={isOn ? undefined : "pl-[35px]"}
      icon={isOn ? Check : undefined}
    >
      {label}
    </MenuItem>
  );
}
