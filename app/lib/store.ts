import { useSyncExternalStore } from "react";

type Listener<Args extends unknown[]> = (...args: Args) => void;

export interface Emitter<Args extends unknown[] = []> {
  /** Calls every listener. */
  emit: Listener<Args>;
  /** Calls back with whatever is emitted; returns how to stop. */
  subscribe: (listener: Listener<Args>) => () => void;
}

/** A list of listeners. `connect` runs with the first of them, and what it returns once the last one has gone. */
export function createEmitter<Args extends unknown[] = []>(connect?: () => () => void): Emitter<Args> {
  const listeners = new Set<Listener<Args>>();
  let disconnect: (() => void) | undefined;
  return {
    emit(...args) {
      for (const listener of listeners) listener(...args);
    },
    subscribe(listener) {
      if (listeners.size === 0) disconnect = connect?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.();
      };
    },
  };
}

/** State that lives outside React; `read` returns the same value until a listener is called. */
export interface ReadableStore<State> {
  read: () => State;
  /** What a server renders, and a browser until its page is hydrated. */
  readOnServer: () => State;
  subscribe: Emitter["subscribe"];
}

export interface Store<State> extends ReadableStore<State> {
  /** Replaces the state and tells every listener; the same state again tells nobody. */
  set: (next: State) => void;
}

/** State of the whole page, which any module may change and any component may follow with `useStore`. */
export function createStore<State>(
  initial: State,
  isSame: (one: State, other: State) => boolean = Object.is,
): Store<State> {
  let state = initial;
  const { emit, subscribe } = createEmitter();
  return {
    read: () => state,
    readOnServer: () => initial,
    subscribe,
    set(next) {
      if (isSame(next, state)) return;
      state = next;
      emit();
    },
  };
}

/** Follows a store, or the part of it that `select` returns; that part must be stored, not made by the selector. */
export function useStore<State>(store: ReadableStore<State>): State;
export function useStore<State, Part>(store: ReadableStore<State>, select: (state: State) => Part): Part;
export function useStore<State>(store: ReadableStore<State>, select: (state: State) => unknown = (state) => state) {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.read()),
    () => select(store.readOnServer()),
  );
}
