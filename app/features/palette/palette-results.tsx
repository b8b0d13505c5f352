import { useKBar } from "kbar";
import { useEffect, useMemo, useRef } from "react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Marked } from "./marked.tsx";
import type { PaletteAction } from "./palette-action.ts";
import { paletteDoor } from "./palette-door.ts";
import { findActions, type ResultGroup } from "./result-groups.ts";
import { useResultKeys } from "./use-result-keys.ts";

/** The list under the search field; its ids are those that kbar's field points at. */
export function PaletteResults({ actions }: { actions: ReadonlyMap<string, PaletteAction> }) {
  const { query, search, activeIndex, registered } = useKBar((state) => ({
    search: state.searchQuery,
    activeIndex: state.activeIndex,
    registered: state.actions,
  }));
  const groups = useMemo(() => {
    const known = Object.keys(registered).flatMap((id) => actions.get(id) ?? []);
    return findActions(known, search);
  }, [registered, actions, search]);
  const rows = useMemo(() => groups.flatMap((group) => group.actions), [groups]);
  const perform = (action: PaletteAction) => {
    paletteDoor.close();
    action.perform();
  };
  useResultKeys(rows, perform);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new search begins at its first result
  useEffect(() => query.setActiveIndex(0), [query, search]);

  // kbar's field points at an option even when there is none.
  useEffect(() => {
    const field = query.getInput();
    if (rows.length === 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `kbar-listbox-item-${activeIndex}`);
  }, [query, rows.length, activeIndex]);

  return (
    <>
      {rows.length === 0 ? (
        <p id="kbar-listbox" role="status" className="px-[18px] py-4 text-row text-text-2">
          Nothing found...
        </p>
      ) : (
        <div id="kbar-listbox" role="listbox" aria-label="Ergebnisse" className="min-h-0 flex-1 overflow-y-auto">
          {groups.map((group) => (
            <Group
              key={group.name}
              group={group}
              search={search}
              activeIndex={activeIndex}
              onPoint={query.setActiveIndex}
              onPerform={perform}
            />
          ))}
        </div>
      )}
      <div className="mt-2 hidden h-[38px] flex-none items-center gap-4 border-t px-[18px] text-label text-text-3 md:flex">
        <span className="flex items-center gap-1.5">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> wählen
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd>↵</Kbd> öffnen
        </span>
        {search !== "" && rows.length > 0 && <span className="num ml-auto">{rows.length} Treffer</span>}
      </div>
    </>
  );
}

type GroupProps = {
  group: ResultGroup;
  search: string;
  activeIndex: number;
  onPoint: (index: number) => void;
  onPerform: (action: PaletteAction) => void;
};

function Group({ group, search, activeIndex, onPoint, onPerform }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
    <div role="group" aria-label={group.name}>
      <p aria-hidden="true" className="px-[18px] pb-1 pt-3 text-label text-text-3">
        {group.name}
      </p>
      {group.actions.map((action, offset) => {
        const index = group.start + offset;
        return (
          <Row
            key={action.id}
            action={action}
            index={index}
            search={search}
            isActive={index === activeIndex}
            onPoint={() => onPoint(index)}
            onPerform={() => onPerform(action)}
          />
        );
      })}
    </div>
  );
}

type RowProps = {
  action: PaletteAction;
  index: number;
  search: string;
  isActive: boolean;
  onPoint: () => void;
  onPerform: () => void;
};

function Row({ action, index, search, isActive, onPoint, onPerform }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
    <div
      ref={row}
      id={`kbar-listbox-item-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onPerform}
      className={cx(
        "relative flex h-10 cursor-pointer items-center gap-3 px-[18px] text-body max-md:h-12",
        isActive &&
          "bg-tint-6 before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-r-[2px] before:bg-brand",
      )}
    >
      <Icon of={action.icon} className="w-5 text-text-3" />
      <span className="min-w-0 truncate">
        <Marked text={action.name} search={search} />
        {action.note && (
          <span className={cx("ml-2 text-ui", isActive ? "text-text-2" : "text-text-3")}>{action.note}</span>
        )}
      </span>
      {action.hint && <span className="ml-auto flex-none text-meta text-text-3">{action.hint}</span>}
    </div>
  );
}
