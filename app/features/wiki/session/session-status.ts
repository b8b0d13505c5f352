import type { CollabRefusal, PageAccess } from "../../../../contract/wiki/collab.ts";
import { createStore } from "../../../lib/store.ts";

/** How it stands with what was written; said to the person in these words. */
export type SaveState =
  /** Of a page that is created with the first character. */
  | { state: "unbegun"; hasFailed: boolean }
  | { state: "saved" | "saving" }
  /** What is unsaved then was written before the connection was lost, or in an earlier tab. */
  | { state: "connecting"; hasUnsaved: boolean }
  | {
      state: "offline";
      hasUnsaved: boolean;
      /** What is unsaved lies on this device, or will. */
      isKept: boolean;
      /** Some of it is only on its way there. */
      isKeeping: boolean;
    }
  | { state: "refused"; code: CollabRefusal; sentence: string; hasUnsaved: boolean };

export type SessionStatus = SaveState & {
  /** Undefined until the server has said it. */
  access: PageAccess | undefined;
};

/** Something was written that the server has not stored. */
export const hasUnsaved = (status: SaveState): boolean =>
  status.state === "saving" ||
  (status.state === "unbegun" && status.hasFailed) ||
  ((status.state === "connecting" || status.state === "offline" || status.state === "refused") && status.hasUnsaved);

/** The words for a state, for everybody's eyes. */
export function statusText(status: SaveState): string {
  switch (status.state) {
    case "unbegun":
      return status.hasFailed
        ? "Noch nicht gespeichert – das Portal antwortet nicht"
        : "Wird angelegt, sobald du schreibst";
    case "connecting":
      return "Verbindung wird aufgebaut …";
    case "saved":
      return "Alle Änderungen gespeichert";
    case "saving":
      return "Wird gespeichert …";
    case "offline":
      if (!status.hasUnsaved) return "Offline – du kannst weiterschreiben";
      if (!status.isKept) return "Offline – lass dieses Fenster offen, bis du wieder verbunden bist";
      return status.isKeeping
        ? "Offline – wird auf diesem Gerät gesichert …"
        : "Offline – Änderungen werden auf diesem Gerät aufbewahrt";
    case "refused":
      return status.sentence;
  }
}

/** Keeps the status for whoever follows it; one that says the same as the last tells nobody. */
export const createStatusStore = () =>
  createStore<SessionStatus>(
    { state: "connecting", hasUnsaved: false, access: undefined },
    (one, other) => JSON.stringify(one) === JSON.stringify(other),
  );
