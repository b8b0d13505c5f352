import { createEmitter, useStore } from "../../../lib/store.ts";

const storageKey = "wiki-tree-open";
const maxRemembered = 500;
const none: ReadonlySet<string> = new Set();
const changes = createEmitter();
let open: ReadonlySet<string> | undefined;

/** Which branches of the tree this browser shows opened, remembered until its storage is emptied. */
export function useOpenNodes(): ReadonlySet<string> {
  return useStore({ read, readOnServer: () => none, subscribe: changes.subscribe });
}

/** Opens or closes branches; unknown ids do no harm. */
export function setOpen(ids: readonly string[], isOpen: boolean): void {
  const before = read();
  if (ids.every((id) => before.has(id) === isOpen)) return;
  const next = new Set(before);
  for (const id of ids) {
    next.delete(id);
    if (isOpen) next.add(id);
  }
  open = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify([...next].slice(-maxRemembered)));
  } catch {
    // A full or forbidden storage only costs the memory of it.
  }
  changes.emit();
}

function read(): ReadonlySet<string> {
  open ??= stored();
  return open;
}

function stored(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
  } catch {
    return none;
  }
}
