import { useCallback, useState } from "react";
import type { attachRow } from "./tree-drag.ts";

/** Dragging comes with the first pointer that reaches the tree; `attach` is undefined before that. */
export function useDrag(mayMove: boolean) {
  const [attach, setAttach] = useState<typeof attachRow>();
  const load = useCallback(async () => {
    if (!mayMove || window.matchMedia("(pointer: coarse)").matches) return;
    const drag = await import("./tree-drag.ts").catch(() => undefined);
    if (drag) setAttach(() => drag.attachRow);
  }, [mayMove]);
  return { attach, load: attach ? undefined : () => void load() };
}
