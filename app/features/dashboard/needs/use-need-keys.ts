import { type RefObject, useEffect, useRef } from "react";
import { type Need, needKey } from "../../../../contract/dashboard/needs.ts";
import { usePageKey } from "../../../lib/shortcuts.ts";
import type { NeedActs } from "./use-need-acts.ts";

/** Marks a row, and in it what opens the row, what is to be done and what puts it off. */
export const rowMark = "data-need";
export const linkMark = "data-need-link";
export const actMark = "data-need-act";
export const laterMark = "data-need-later";

/**
 * `j` and `k` walk through the rows, `e` does what a row ends in, `s` puts it off and `a` gives it to somebody. When the
 * row with the focus is done, the next one has it.
 */
export function useNeedKeys(needs: readonly Need[], acts: NeedActs): RefObject<HTMLUListElement> {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<{ key: string; at: number }>();
  const here = () => needs.find((need) => needKey(need) === currentKey(list.current)) ?? needs[0];
  const step = (by: number) => {
    const at = needs.findIndex((need) => needKey(need) === currentKey(list.current));
    // After a dialog it goes on where the row was that is gone.
    const to = at < 0 ? (last.current?.at ?? 0) : at + by;
    const next = needs[Math.min(needs.length - 1, Math.max(0, to))];
    if (next) focusRow(list.current, needKey(next));
  };
  const press = (mark: string) => {
    const need = here();
    if (!need) return;
    focusRow(list.current, needKey(need));
    const control = rowOf(list.current, needKey(need))?.querySelector<HTMLElement>(`[${mark}]`);
    // A menu opens by a key, so that its first entry has the focus.
    if (control?.getAttribute("aria-haspopup") === "menu") {
      control.focus();
      control.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    } else control?.click();
  };
  const hasRows = needs.length > 0;
  usePageKey("j", hasRows ? () => step(1) : undefined);
  usePageKey("k", hasRows ? () => step(-1) : undefined);
  usePageKey("e", hasRows ? () => press(actMark) : undefined);
  usePageKey("s", hasRows ? () => press(laterMark) : undefined);
  const need = here();
  const assign = () => {
    const current = here();
    if (current && acts.mayAssign(current)) acts.assign(current);
  };
  usePageKey("a", need ? assign : undefined);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const note = ({ target }: FocusEvent) => {
      const key = target instanceof Element ? target.closest(`[${rowMark}]`)?.getAttribute(rowMark) : undefined;
      if (key) last.current = { key, at: needs.findIndex((each) => needKey(each) === key) };
    };
    element.addEventListener("focusin", note);
    return () => element.removeEventListener("focusin", note);
  }, [needs]);

  useEffect(() => {
    const before = last.current;
    if (!before || needs.some((each) => needKey(each) === before.key)) return;
    const focused = document.activeElement;
    if (focused && focused !== document.body && !list.current?.contains(focused)) return;
    last.current = undefined;
    const next = needs[Math.min(before.at, needs.length - 1)];
    if (next) focusRow(list.current, needKey(next));
  }, [needs]);
  return list;
}

const currentKey = (list: HTMLElement | null) =>
  list?.contains(document.activeElement)
    ? document.activeElement?.closest(`[${rowMark}]`)?.getAttribute(rowMark)
    : undefined;

const rowOf = (list: HTMLElement | null, key: string) =>
  list?.querySelector<HTMLElement>(`[${rowMark}="${CSS.escape(key)}"]`);

function focusRow(list: HTMLElement | null, key: string): void {
  rowOf(list, key)?.querySelector<HTMLElement>(`[${linkMark}]`)?.focus();
}
