import { useEffect, useSyncExternalStore } from "react";

/** A module that nobody needs before the first press. */
export interface Late<Part> {
  /** Fetches it, once; a fetch that failed is tried again by the next call. */
  load: () => void;
  /** The module as soon as it is there and wanted; `onFailure` hears that it could not be fetched while it was. */
  usePart: (isWanted: boolean, onFailure?: () => void) => Part | undefined;
}

const loads = new Set<() => void>();
const failureListeners = new Set<() => void>();
let isIdle = false;

/** Declares a part of the page that is fetched when it is wanted, or while the browser has nothing else to do. */
export function late<Part>(fetch: () => Promise<Part>): Late<Part> {
  let part: Part | undefined;
  let isLoading = false;
  const waiting = new Set<{ onArrival: () => void; onFailure: () => void }>();
  const load = () => {
    if (part || isLoading) return;
    isLoading = true;
    fetch()
      .then(
        (fetched) => {
          part = fetched;
          for (const { onArrival } of waiting) onArrival();
        },
        () => {
          const unheard = [...waiting];
          for (const { onFailure } of unheard) onFailure();
          if (unheard.length > 0) for (const listener of failureListeners) listener();
        },
      )
      .finally(() => {
        isLoading = false;
      });
  };
  loads.add(load);
  if (isIdle) load();
  const usePart: Late<Part>["usePart"] = (isWanted, onFailure) => {
    useEffect(() => {
      if (isWanted) load();
    }, [isWanted]);
    return useSyncExternalStore(
      (onArrival) => {
        if (!isWanted) return () => undefined;
        const listener = { onArrival, onFailure: () => onFailure?.() };
        waiting.add(listener);
        return () => waiting.delete(listener);
      },
      () => (isWanted ? part : undefined),
      () => undefined,
    );
  };
  return { load, usePart };
}

interface Hearers {
  /** The browser has nothing else to do. */
  onIdle: () => void;
  /** A part that somebody waits for could not be fetched. */
  onFailure: () => void;
}

/** Fetches every late part once the page has come to rest, also those of pages opened later. */
export function loadLatePartsWhenIdle({ onIdle, onFailure }: Hearers): () => void {
  failureListeners.add(onFailure);
  const loadAll = () => {
    isIdle = true;
    for (const load of loads) load();
    onIdle();
  };
  // Safari has no idle callback.
  const timer = setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(loadAll) : loadAll()), 600);
  return () => {
    failureListeners.delete(onFailure);
    clearTimeout(timer);
  };
}
