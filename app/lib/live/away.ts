import { minuteMs } from "../../../contract/time/durations.ts";
/** Nobody has touched this page for so long: its person counts as away, unless another of their pages is in use. */
export const awayAfterMs = 5 * minuteMs;

const inputs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"] as const;
let away = false;

/** Whether nobody uses this page, as its presence is asked for. */
export function isAway(): boolean {
  return away;
}

/** Calls back when this page has not been used for a while, and at once when it is used again; returns how to stop. */
export function watchAway(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let usedAt = Date.now();

  function change(next: boolean): void {
    if (away === next) return;
    away = next;
    onChange();
  }

  // Pointers move by the hundred: the timer is set once and then finds out how long there was rest.
  function wait(): void {
    const rest = usedAt + awayAfterMs - Date.now();
    timer = rest > 0 ? setTimeout(wait, rest) : undefined;
    if (rest <= 0) change(true);
  }

  function use(): void {
    usedAt = Date.now();
    if (!timer) wait();
    change(false);
  }

  const options = { capture: true, passive: true };
  for (const input of inputs) globalThis.addEventListener?.(input, use, options);
  use();
  return () => {
    clearTimeout(timer);
    for (const input of inputs) globalThis.removeEventListener?.(input, use, options);
    away = false;
  };
}
