import type { RecordStore } from "./store.ts";

/** Makes something once for each store, such as its statements. */
export function memoizeByStore<Made>(make: (store: RecordStore) => Made): (store: RecordStore) => Made {
  const kept = new WeakMap<RecordStore, Made>();
  return (store) => {
    const known = kept.get(store);
    if (known) return known;
    const made = make(store);
    kept.set(store, made);
    return made;
  };
}
