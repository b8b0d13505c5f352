import type { CollabRefusal, PageAccess } from "../../../../contract/collab.ts";

/** How it stands with what was written; said to the person in these words. */
export type SaveState =
  | { state: "connecting" | "saved" | "saving" }
  | {
      state: "offline";
      hasUnsaved: boolean;
      /** What is unsaved lies on this device. */
      isKept: boolean;
    }
  | { state: "refused"; code: CollabRefusal; sentence: string };

export type SessionStatus = SaveState & {
  /** Undefined until the server has said it. */
  access: PageAccess | undefined;
};

/** The words for a state, for everybody's eyes. */
export function statusWords(status: SaveState): string {
  switch (status.state) {
    case "connecting":
      return "Verbindung wird aufgebaut …";
    case "saved":
      return "Alle Änderungen gespeichert";
    case "saving":
      return "Wird gespeichert …";
    case "offline":
      if (!status.hasUnsaved) return "Offline – du kannst weiterschreiben";
      return status.isKept
        ? "Offline – Änderungen werden auf diesem Gerät aufbewahrt"
        : "Offline – lass dieses Fenster offen, bis du wieder verbunden bist";
    case "refused":
      return status.sentence;
  }
}

/** A state that React can subscribe to. */
export class StatusStore {
  #status: SessionStatus = { state: "connecting", access: undefined };
  readonly #listeners = new Set<() => void>();

  readonly getSnapshot = (): SessionStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(status: SessionStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
