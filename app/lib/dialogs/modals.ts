import type { ReactNode } from "react";
import { createStore, useStore } from "../store.ts";

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

const store = createStore<readonly OpenModal[]>([]);
let counter = 0;

/** Shows a dialog in the modal host; resolves with its answer, or with undefined when it is dismissed. */
export function openModal<Answer>(
  content: (controls: ModalControls<Answer>) => ReactNode,
): Promise<Answer | undefined> {
  counter += 1;
  const id = counter;
  return new Promise((resolve) => {
    const leave = (answer: Answer | undefined) => {
      store.set(store.read().map((modal) => (modal.id === id ? { ...modal, open: false } : modal)));
      setTimeout(() => store.set(store.read().filter((modal) => modal.id !== id)), leaveMs);
      resolve(answer);
    };
    const render = () =>
      content({
        open: store.read().find((modal) => modal.id === id)?.open ?? false,
        onOpenChange: (open) => !open && leave(undefined),
        close: leave,
      });
    store.set([...store.read(), { id, open: true, render, dismiss: () => leave(undefined) }]);
  });
}

/** Every dialog on screen, the newest last. */
export function useModals(): readonly OpenModal[] {
  return useStore(store);
}
