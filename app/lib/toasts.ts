import { useSyncExternalStore } from "react";
import type { LiveToast, ToastIcon } from "../../contract/live/live-events.ts";

/** A toast as spec section 3 has it; `autoCloseMs: false` stays until it is closed, absent means 4000 ms. */
export interface Toast {
  id: string;
  tone: "info" | "success" | "error";
  /** Absent means the sign of the tone. */
  icon?: ToastIcon;
  title: string;
  message?: string;
  isLoading?: boolean;
  autoCloseMs?: number | false;
  /** Leads to a page, or does something here. */
  action?: LiveToast["action"] | { label: string; perform: () => void };
}

let toasts: readonly Toast[] = [];
let counter = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Queues a toast and returns its id; one with the id of a present toast replaces it in place. */
export function showToast(toast: Omit<Toast, "id"> & { id?: string }): string {
  counter += 1;
  const id = toast.id ?? `toast-${counter}`;
  const isPresent = toasts.some((present) => present.id === id);
  set(
    isPresent
      ? toasts.map((present) => (present.id === id ? { ...toast, id } : present))
      : [...toasts, { ...toast, id }],
  );
  return id;
}

/** Removes a toast; unknown ids are ignored. */
export function hideToast(id: string): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** The red toast of spec section 8: „Fehler!“ with the server's message; stays until it is closed. */
export function showFailure(message: string): string {
  return showToast({ tone: "error", title: "Fehler!", message, autoCloseMs: false });
}

/** Every toast, oldest first: the visible ones and the queue. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => empty,
  );
}

const empty: readonly Toast[] = [];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
