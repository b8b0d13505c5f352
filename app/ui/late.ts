import { useEffect, useRef, useSyncExternalStore } from "react";

/** Somebody who has asked for a part, and not only come near it. */
export interface Asking {
  isAsked: boolean;
  /** It could not be fetched: nothing is opened. */
  onFailure?: () => void;
  /** They want it after all. */
  onRetry?: () => void;
}

/** A module that nobody needs before the first press. */
export interface Late<Part> {
  /** Fetches it, once; a fetch that failed is tried again by the next call. */
  load: () => void;
  /** The module as soon as it is there and wanted; each time somebody asks anew, a failed fetch is tried again. */
  usePart: (isWanted: boolean, asking?: Asking) => Part | undefined;
}

const loads = new Set<() => void>();
const failureListeners = new Set<Hearers["onFailure"]>();
let isIdle = false;

/** Declares a part of the page that is fetched when it is wanted, or while the browser has nothing else to do. */
export function late<Part>(fetch: () => Promise<Part>): Late<Part> {
  let part: Part | undefined;
  let isLoading = false;
  const waiting = new Set<{ onArrival: () => void; asking: () => Asking | undefined }>();
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
          const asked = [...waiting].filter(({ asking }) => asking()?.isAsked);
          for (const { asking } of asked) asking()?.onFailure?.();
          const retry = () => {
            load();
            for (const { asking } of asked) asking()?.onRetry?.();
          };
          if (asked.length > 0) for (const listener of failureListeners) listener(retry);
        },
      )
      .finally(() => {
        isLoading = false;
      });
  };
  loads.add(load);
  if (isIdle) load();
  const usePart: Late<Part>["usePart"] = (isWanted, asking) => {
    const isAsked = asking?.isAsked ?? false;
    const latest = useRef(asking);
    useEffect(() => {
      latest.current = asking;
    });
    useEffect(() => {
      if (isWanted || isAsked) load();
    }, [isWanted, isAsked]);
    return useSyncExternalStore(
      (onArrival) => {
        if (!isWanted) return () => undefined;
        const listener = { onArrival, asking: () => latest.current };
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
  /** A part that somebody has asked for could not be fetched; `retry` fetches it and opens what they had asked for. */
  onFailure: (retry: () => void) => void;
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

/** What a button says of itself while what it opens is on its way: to screen readers at once, to the eyes when it takes. */
export const waitingProps = (isWaiting: boolean) =>
  isWaiting ? { "aria-busy": true, "data-waiting": "" } : { "aria-busy": undefined };
