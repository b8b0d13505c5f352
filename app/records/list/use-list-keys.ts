import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { isCovered, isTyping } from "../../lib/shortcuts.ts";
import { useIsomorphicLayoutEffect } from "../../lib/use-isomorphic-layout-effect.ts";
import type { SelectionControls } from "./bulk/use-selection.ts";

interface ListKeysOptions {
  declaration: Declaration;
  ids: readonly string[];
  selecting: SelectionControls;
  /** Whether there are rows to walk through. */
  isActive: boolean;
}

/** The keys of a list, in the order in which its help names them. */
export const listKeys = [
  ["j k", "Nächste, vorige Zeile"],
  ["x", "Auswählen"],
  ["Enter", "Öffnen"],
  ["e", "Bearbeiten"],
  ["/", "Suchen"],
  ["c", "Neu anlegen"],
  ["Esc", "Auswahl aufheben"],
] as const;

/** Marks the field that „/“ leads to, and the link by which a row is opened. */
export const searchMark = "data-list-search";
export const rowLinkMark = "data-row-link";

/** The row that the keyboard is on, and what single keys do while nobody types and no dialog is open. */
export function useListKeys({ declaration, ids, selecting, isActive }: ListKeysOptions) {
  const navigate = useNavigate();
  const role = useRole();
  const [cursor, setCursor] = useState<string>();
  const perform = useRef<(key: string) => boolean>(() => false);

  const step = useCallback(
    (by: number) => {
      const at = cursor === undefined ? -1 : ids.indexOf(cursor);
      const next = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
      if (!next) return;
      setCursor(next);
      focusRow(next);
    },
    [cursor, ids],
  );

  useIsomorphicLayoutEffect(() => {
    const here = cursor !== undefined && ids.includes(cursor) ? cursor : undefined;
    const mayEdit = hasAbility(role, "editRecords");
    const actions: Record<string, (() => void) | undefined> = {
      j: isActive ? () => step(1) : undefined,
      k: isActive ? () => step(-1) : undefined,
      x: isActive && here ? () => selecting.toggle(here) : undefined,
      Enter: isActive && here ? () => navigate(`${declaration.path}/${here}`) : undefined,
      e: isActive && here && mayEdit ? () => navigate(`${declaration.path}/${here}/edit`) : undefined,
      c: mayEdit ? () => navigate(`${declaration.path}/new`) : undefined,
      "/": focusSearch,
      Escape: selecting.page === "none" && selecting.selection.kind === "some" ? undefined : selecting.clear,
    };
    perform.current = (key) => {
      const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
      action?.();
      return action !== undefined;
    };
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isPress(event) || isCovered()) return;
      if (perform.current(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  return [cursor, setCursor] as const;
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>(`[${searchMark}]`)?.focus();
}

function focusRow(id: string): void {
  const link = document.querySelector<HTMLElement>(`[${rowLinkMark}="${CSS.escape(id)}"]`);
  link?.focus({ preventScroll: true });
  link?.closest("tr")?.scrollIntoView({ block: "nearest" });
}

/** Enter belongs to whatever button or link has the focus. */
function isPress({ key, target }: KeyboardEvent): boolean {
  return key === "Enter" && target instanceof Element && target.closest("a, button") !== null;
}
