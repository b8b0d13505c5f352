import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";

/** How far Page Up and Page Down go. */
const pageSize = 8;

export interface ListboxContent<Option> {
  /** What was typed to get these options; with other text the choice begins anew. */
  query: string;
  options: readonly Option[];
  /** Pending while the options to this query are on their way, and older ones may be shown. */
  state: "pending" | "answered" | "failed";
}

interface ListboxProps<Option extends { id: string }> extends ListboxContent<Option> {
  onChoose: (option: Option) => void;
  /** The content at the moment of a key, where the field is ahead of what is rendered. */
  readNow?: () => ListboxContent<Option>;
  /** What Enter may take while the answer is pending; the active option comes first. Without it, Enter waits. */
  findKnown?: (options: readonly Option[]) => Option | undefined;
  /** Whether Tab chooses too; otherwise it leaves the field. */
  choosesOnTab?: boolean;
  /** Whether the first option is active before any key. */
  startsAtFirst?: boolean;
  /** Escape; without it, the key belongs to whatever holds the list. */
  onClose?: () => void;
  listId?: string;
}

interface Choice {
  query: string;
  /** Undefined means where the list begins. */
  id: string | undefined;
  isByKeys: boolean;
  /** Enter was pressed before the answer came. */
  isAwaited: boolean;
}

const noChoice: Choice = { query: "", id: undefined, isByKeys: false, isAwaited: false };

/**
 * A list whose field keeps the focus and names the active option (WAI-ARIA combobox). Arrows go round, Page Up and
 * Page Down go further, Home and End belong to the field's text until an arrow has led into the list. Enter waits for
 * the answer to what was typed. There is no type-ahead: typing filters. `press` says whether it took the key.
 */
export function useListbox<Option extends { id: string }>(props: ListboxProps<Option>) {
  const ownId = useId();
  const { query, options, state, onChoose, startsAtFirst = true, listId = ownId } = props;
  const [choice, setChoice] = useState(noChoice);
  // Two keys may come before the next rendering.
  const latest = useRef({ ...props, startsAtFirst, choice });
  useEffect(() => {
    latest.current = { ...props, startsAtFirst, choice: latest.current.choice };
  });
  const choose = useCallback((next: Choice) => {
    latest.current.choice = next;
    setChoice(next);
  }, []);

  const activeIndex = indexOf({ query, options }, choice, startsAtFirst);
  const activeId = activeIndex < 0 ? undefined : `${listId}-${activeIndex}`;
  const active = options[activeIndex];
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  useEffect(() => {
    if (!choice.isAwaited || choice.query !== query || state === "pending") return;
    choose(noChoice);
    if (state === "answered" && active) latest.current.onChoose(active);
  }, [choice, query, state, active, choose]);

  const press = useCallback(
    (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
      const { isComposing } = "nativeEvent" in event ? event.nativeEvent : event;
      if (isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      const isTaken = takeKey(event.key, latest.current, choose);
      if (isTaken) {
        event.preventDefault();
        event.stopPropagation();
      }
      return isTaken;
    },
    [choose],
  );

  return {
    activeIndex,
    activeId,
    listId,
    press,
    /** Begins anew, as when the list opens. */
    reset: useCallback(() => choose(noChoice), [choose]),
    listProps: (label: string) => ({ id: listId, role: "listbox" as const, "aria-label": label }),
    optionProps: (index: number) => ({
      id: `${listId}-${index}`,
      role: "option" as const,
      tabIndex: -1,
      "aria-selected": index === activeIndex,
      onPointerMove: index === activeIndex ? undefined : () => choose({ ...noChoice, query, id: options[index]?.id }),
      // The field keeps the focus, and with it the caret.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => {
        const option = options[index];
        if (option) onChoose(option);
      },
    }),
  };
}

export type Listbox = ReturnType<typeof useListbox>;

/** Names the list and its active option on a field that another library renders. */
export function useListboxField({ activeId, listId }: Listbox, field: () => Element): void {
  const element = useRef(field);
  useEffect(() => {
    const input = element.current();
    if (activeId === undefined) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", activeId);
    input.setAttribute("aria-controls", listId);
    input.setAttribute("aria-haspopup", "listbox");
    input.setAttribute("aria-autocomplete", "list");
  }, [activeId, listId]);
  useEffect(() => {
    const input = element.current();
    return () => {
      for (const name of ["activedescendant", "controls", "haspopup", "autocomplete"])
        input.removeAttribute(`aria-${name}`);
    };
  }, []);
}

/** Does what a key means in the list, and says whether it means anything. */
function takeKey<Option extends { id: string }>(
  key: string,
  { choice, startsAtFirst, ...list }: ListboxProps<Option> & { choice: Choice; startsAtFirst: boolean },
  choose: (next: Choice) => void,
): boolean {
  const now = list.readNow?.() ?? list;
  const { query, options } = now;
  const index = indexOf(now, choice, startsAtFirst);
  const isExplicit = choice.query === query && choice.id !== undefined;
  // Whoever types on after Enter chooses nothing.
  if (choice.isAwaited) choose({ ...choice, isAwaited: false });

  if (key === "Escape" && list.onClose) {
    list.onClose();
    return true;
  }
  if (key === "Enter" || (key === "Tab" && list.choosesOnTab)) {
    const active = options[index];
    const known = active && [active, ...options];
    const taken = now.state !== "pending" || isExplicit ? active : known && list.findKnown?.(known);
    if (taken) list.onChoose(taken);
    else if (now.state === "pending") choose({ ...noChoice, query, isAwaited: true });
    return taken !== undefined || now.state === "pending";
  }
  const target = targetOf(key, index, options.length, isExplicit && choice.isByKeys);
  const next = target === undefined ? undefined : options[target];
  if (next) choose({ query, id: next.id, isByKeys: true, isAwaited: false });
  return next !== undefined;
}

function targetOf(key: string, index: number, count: number, isInList: boolean): number | undefined {
  const last = count - 1;
  if (key === "ArrowDown") return index >= last ? 0 : index + 1;
  if (key === "ArrowUp") return index <= 0 ? last : index - 1;
  if (key === "PageDown") return Math.min(index + pageSize, last);
  if (key === "PageUp") return Math.max(index - pageSize, 0);
  if (isInList && key === "Home") return 0;
  if (isInList && key === "End") return last;
  return undefined;
}

function indexOf(
  { query, options }: { query: string; options: readonly { id: string }[] },
  choice: Choice,
  startsAtFirst: boolean,
): number {
  const chosen = choice.query === query ? options.findIndex(({ id }) => id === choice.id) : -1;
  return chosen < 0 && startsAtFirst && options.length > 0 ? 0 : chosen;
}
