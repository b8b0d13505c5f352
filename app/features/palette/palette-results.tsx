import { useKBar } from "kbar";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
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
  const { query, search, registered } = useKBar((state) => ({ search: state.searchQuery, registered: state.actions }));
  const find = useCallback(
    (text: string) => {
      const known = Object.keys(registered).flatMap((id) => actions.get(id) ?? []);
      return findActions(known, text);
    },
    [registered, actions],
  );
  const groups = useMemo(() => find(search), [find, search]);
  const rows = useMemo(() => groups.flatMap((group) => group.actions), [groups]);
  const perform = (action: PaletteAction) => {
    paletteDoor.close();
    action.perform();
  };
  const { activeIndex, choose } = useResultKeys({ search, find, perform });

  // By itself kbar's field points at the first option, even when there is none.
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
              onPoint={choose}
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
        "relative flex h-10 cursor-pointer items-center gap-3 px-[18px] text-body max-md:h-auto max-md:min-h-12 max-md:py-1.5",
        isActive &&
          "bg-tint-6 before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-r-[2px] before:bg-brand",
      )}
    >
      <Icon of={action.icon} className="w-5 text-text-3" />
      <span className="min-w-0 md:truncate">
        <Marked text={action.name} search={search} />
        {action.note && (
          <span className={cx("text-ui max-md:block md:ml-2", isActive ? "text-text-2" : "text-text-3")}>
            {action.note}
          </span>
        )}
      </span>
      {action.hint && <span className="ml-auto flex-none text-meta text-text-3">{action.hint}</span>}
      {action.shortcut && <Keys shortcut={action.shortcut} />}
    </div>
  );
}

function Keys({ shortcut }: { shortcut: string }) {
  return <Kbd className="ml-auto flex-none max-md:hidden">{useShortcutLabel(shortcut)}</Kbd>;
}
