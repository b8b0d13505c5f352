import { type ReactNode, useSyncExternalStore } from "react";

/** What the content of a modal gets: `open` and `onOpenChange` for its dialog, `close` to answer. */
export interface ModalControls<Answer> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  close: (answer: Answer) => void;
}

export interface OpenModal {
  id: number;
  open: boolean;
  render: () => ReactNode;
  /** Closes it without an answer. */
  dismiss: () => void;
}

/** How long a closed dialog stays to fade out. */
const leaveMs = 250;

let modals: readonly OpenModal[] = [];
let counter = 0;
const listeners = new Set<() => void>();
const none: readonly OpenModal[] = [];

function set(next: readonly OpenModal[]): void {
  modals = next;
  for (const listener of listeners) listener();
}

/** Shows a dialog in the modal host; resolves with its answer, or with undefined when it is dismissed. */
export function openModal<Answer>(
  content: (controls: ModalControls<Answer>) => ReactNode,
): Promise<Answer | undefined> {
  counter += 1;
  const id = counter;
  return new Promise((resolve) => {
    const leave = (answer: Answer | undefined) => {
      set(modals.map((modal) => (modal.id === id ? { ...modal, open: false } : modal)));
      setTimeout(() => set(modals.filter((modal) => modal.id !== id)), leaveMs);
      resolve(answer);
    };
    const render = () =>
      content({
        open: modals.find((modal) => modal.id === id)?.open ?? false,
        onOpenChange: (open) => !open && leave(undefined),
        close: leave,
      });
    set([...modals, { id, open: true, render, dismiss: () => leave(undefined) }]);
  });
}

/** Every dialog on screen, the newest last. */
export function useModals(): readonly OpenModal[] {
  return useSyncExternalStore(
    subscribe,
    () => modals,
    () => none,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
