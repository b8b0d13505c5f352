import { useEffect, useRef, useState, useSyncExternalStore } from "react";

/** A module that nobody needs before they come near what opens it. */
export interface LazyModule<Module> {
  /** Fetches the module, once; a fetch that failed is tried again by the next call. */
  load: () => Promise<Module>;
  /** The module once it has arrived. */
  read: () => Module | undefined;
  subscribe: (listener: () => void) => () => void;
}

/** Declares a module that is fetched when it is needed, and not before. */
export function lazyModule<Module>(fetch: () => Promise<Module>): LazyModule<Module> {
  let arrived: Module | undefined;
  let loading: Promise<Module> | undefined;
  let hasFailed = false;
  const listeners = new Set<() => void>();
  const load = async () => {
    try {
      arrived = await (hasFailed ? fetchAgain(fetch) : fetch());
    } catch (error) {
      loading = undefined;
      hasFailed = true;
      throw error;
    }
    for (const listener of listeners) listener();
    return arrived;
  };
  return {
    load() {
      loading ??= load();
      return loading;
    },
    read: () => arrived,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Fetches a module whose fetch has failed before. */
export const fetchAgain = <Module>(fetch: () => Promise<Module>): Promise<Module> =>
  fetch().catch((error) => importAnew<Module>(error));

/**
 * Chromium keeps the failure of a module for as long as the page lives; under another query it is asked for anew. A
 * chunk that holds several modules names its exports by the bundler's letters and cannot stand for one of them.
 */
async function importAnew<Module>(error: unknown): Promise<Module> {
  const [url] = /https?:\/\/[^\s?]+\.js/.exec(String(error)) ?? [];
  if (!url) throw error;
  const found = await import(/* @vite-ignore */ `${url}?again=${Date.now()}`);
  if (!Object.keys(found).some((name) => name.length > 2)) throw error;
  return found;
}

/** Fetches a module for later; whoever needs it then tries again. */
export const preload = (lazy: LazyModule<unknown>): void => void lazy.load().catch(() => undefined);

const prefetched = new Set<LazyModule<unknown>>();
let isIdle = false;

/** Declares a module that is fetched when it is needed, or while the browser has nothing else to do. */
export function prefetchedModule<Module>(fetch: () => Promise<Module>): LazyModule<Module> {
  const lazy = lazyModule(fetch);
  prefetched.add(lazy);
  if (isIdle) preload(lazy);
  return lazy;
}

/** Two modules of which neither is of use without the other; each that could not be fetched is tried again by itself. */
export function joinedModule<One extends object, Other extends object>(
  one: LazyModule<One>,
  other: LazyModule<Other>,
): LazyModule<One & Other> {
  let joined: (One & Other) | undefined;
  const join = (first: One, second: Other) => {
    joined ??= { ...first, ...second };
    return joined;
  };
  return {
    load: async () => join(...(await Promise.all([one.load(), other.load()]))),
    read() {
      const [first, second] = [one.read(), other.read()];
      return first && second && join(first, second);
    },
    subscribe(listener) {
      const stops = [one, other].map((each) => each.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const neverChanges = () => () => undefined;

/** The module from when it is first wanted and has arrived; never on the server or while its page is hydrated. */
export function useLazyModule<Module>(lazy: LazyModule<Module>, isWanted: boolean): Module | undefined {
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  useEffect(() => {
    if (isWanted) preload(lazy);
  }, [lazy, isWanted]);
  return useSyncExternalStore(
    wasWanted ? lazy.subscribe : neverChanges,
    () => (wasWanted ? lazy.read() : undefined),
    () => undefined,
  );
}

/** Is told of a module that somebody waits for and that cannot be fetched; `retry` opens again what they had opened. */
type FailureListener = (retry: () => void) => void;
const failureListeners = new Set<FailureListener>();

interface Opening {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/**
 * The module of something that opens. Where it cannot be fetched, that closes again and the listeners of the page hear
 * of it. `isNear` fetches it ahead.
 */
export function useOpenedModule<Module>(lazy: LazyModule<Module>, { isOpen, setOpen }: Opening, isNear = false) {
  const latest = useRef(setOpen);
  useEffect(() => {
    latest.current = setOpen;
  });
  useEffect(() => {
    if (!isOpen) return;
    let isWaiting = true;
    lazy.load().catch(() => {
      if (!isWaiting) return;
      latest.current(false);
      for (const listener of failureListeners) listener(() => latest.current(true));
    });
    return () => {
      isWaiting = false;
    };
  }, [lazy, isOpen]);
  return useLazyModule(lazy, isOpen || isNear);
}

interface PageListeners {
  /** The browser has nothing else to do. */
  onIdle: () => void;
  onFailure: FailureListener;
}

/** A page that has something to do all the time gets its toasts, too. */
const idleLimitMs = 5000;

/** Fetches every prefetched module once the page is idle, those declared later too; returns how to stop. */
export function prefetchModulesWhenIdle({ onIdle, onFailure }: PageListeners): () => void {
  failureListeners.add(onFailure);
  const run = () => {
    isIdle = true;
    for (const lazy of prefetched) preload(lazy);
    onIdle();
  };
  // Safari has no idle callback.
  const timer = setTimeout(
    () => ("requestIdleCallback" in window ? requestIdleCallback(run, { timeout: idleLimitMs }) : run()),
    600,
  );
  return () => {
    failureListeners.delete(onFailure);
    clearTimeout(timer);
  };
}
