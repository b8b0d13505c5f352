import type { LiveToast, ToastIcon } from "../../../contract/live/live-events.ts";
import { createStore, useStore } from "../store.ts";

/** A toast as spec section 3 has it; `autoCloseMs: false` stays until it is closed, absent means 4000 ms. */
export interface Toast {
  id: string;
  tone: "info" | "success" | "error";
  /** Absent means the icon of the tone. */
  icon?: ToastIcon;
  title: string;
  message?: string;
  isLoading?: boolean;
  autoCloseMs?: number | false;
  /** Leads to a page, or does something here. */
  action?: LiveToast["action"] | { label: string; perform: () => void };
}

const store = createStore<readonly Toast[]>([]);
let counter = 0;

/** Queues a toast and returns its id; one with the id of a present toast replaces it in place. */
export function showToast(toast: Omit<Toast, "id"> & { id?: string }): string {
  counter += 1;
  const id = toast.id ?? `toast-${counter}`;
  const toasts = store.read();
  const isPresent = toasts.some((present) => present.id === id);
  store.set(
    isPresent
      ? toasts.map((present) => (present.id === id ? { ...toast, id } : present))
      : [...toasts, { ...toast, id }],
  );
  return id;
}

const undoMs = 10_000;

/** What a toast says of something that can be taken back: it stays longer and offers that. */
export const undoable = (undo: () => void) =>
  ({ autoCloseMs: undoMs, action: { label: "Rückgängig", perform: undo } }) as const;

/** Removes a toast; unknown ids are ignored. */
export function hideToast(id: string): void {
  store.set(store.read().filter((toast) => toast.id !== id));
}

/** The red toast of spec section 8: „Fehler!“ with the server's message; stays until it is closed. */
export function showFailure(message: string): string {
  return showToast({ tone: "error", title: "Fehler!", message, autoCloseMs: false });
}

/** Every toast, oldest first: the visible ones and the queue. */
export function useToasts(): readonly Toast[] {
  return useStore(store);
}
