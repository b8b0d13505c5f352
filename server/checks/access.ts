import { storeFile } from "./store/open-store.ts";
import { openStoreReader, type StoreReader } from "./store/read-store.ts";

/** What the portal has of its checker: its results, and when there are new ones. */
export interface Checks {
  /** Whether this portal watches at all. */
  isOn: boolean;
  /** Undefined as long as nothing has ever been checked. */
  reader(): StoreReader | undefined;
  /** Runs after the checker has stored something; returns how to end that. */
  onStored(listener: () => void): () => void;
  /** The checker says that it has stored something. */
  announceStored(): void;
  /** Resolves once something holds of what the checker has stored, or after a time; never rejects. */
  waitFor(isDone: () => boolean, limitMs: number): Promise<void>;
  /** Reads from another file than that of this host's own checker from here on. */
  readFrom(file: string): void;
  close(): void;
}

/** Also what another process has asked for comes within this time. */
const lookEveryMs = 500;

/** Opens the checker's file for reading as soon as there is one; where several nodes share what one has found out, the copy that is named. */
export function openChecks(dataDir: string, { isOn = true, isShared = false } = {}): Checks {
  const listeners = new Set<() => void>();
  let reader: StoreReader | undefined;
  let former: StoreReader | undefined;
  let read = isShared ? undefined : storeFile(dataDir);
  const onStored = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    isOn,
    reader() {
      reader ??= read === undefined ? undefined : openStoreReader(read);
      return reader;
    },
    onStored,
    announceStored() {
      for (const listener of [...listeners]) listener();
    },
    waitFor: (isDone, limitMs) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (isDone()) end();
        };
        const end = () => {
          clearInterval(looking);
          clearTimeout(limit);
          ignore();
          resolve();
        };
        const ignore = onStored(look);
        const looking = setInterval(look, lookEveryMs);
        const limit = setTimeout(end, limitMs);
        look();
      }),
    readFrom(file) {
      // Whoever reads at the moment does so to the end.
      former?.close();
      former = reader;
      reader = undefined;
      read = file;
    },
    close() {
      former?.close();
      reader?.close();
      reader = undefined;
    },
  };
}
