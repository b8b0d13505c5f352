const databaseName = "page-drafts";
const storeName = "updates";

/** What somebody has written into a page and the server has not stored yet. */
interface DraftRow {
  personId: string;
  pageId: string;
  update: Uint8Array;
}

export interface Draft {
  key: IDBValidKey;
  update: Uint8Array;
}

/**
 * Keeps unsaved work of a person at this browser, so that neither a crash nor a closed tab costs it. Only what the
 * server has not stored lies here, and only until it has.
 */
export interface Drafts {
  add(update: Uint8Array): Promise<IDBValidKey>;
  read(): Promise<Draft[]>;
  remove(keys: readonly IDBValidKey[]): Promise<void>;
  close(): void;
}

/** Opens the drafts of a person for a page; undefined where the browser keeps nothing, as in some private windows. */
export async function openDrafts(personId: string, pageId: string): Promise<Drafts | undefined> {
  const db = await openDatabase().catch(() => undefined);
  if (!db) return undefined;
  const rows = (mode: IDBTransactionMode) => db.transaction(storeName, mode).objectStore(storeName);
  return {
    async add(update) {
      const store = rows("readwrite");
      const [key] = await Promise.all([
        answer(store.add({ personId, pageId, update } satisfies DraftRow)),
        written(store.transaction),
      ]);
      return key;
    },
    async read() {
      const found: Draft[] = [];
      await eachRow(rows("readonly"), (row, { primaryKey }) => {
        if (row.personId === personId && row.pageId === pageId) found.push({ key: primaryKey, update: row.update });
      });
      return found;
    },
    async remove(keys) {
      const store = rows("readwrite");
      await Promise.all(keys.map((key) => answer(store.delete(key))));
    },
    close: () => db.close(),
  };
}

/**
 * Forgets unsaved work at this browser: of everybody, or of everybody but one person. For a sign-out, and for somebody
 * else who signs in.
 */
export async function forgetDrafts(exceptPersonId?: string): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  const known = await indexedDB.databases?.().catch(() => undefined);
  if (known && !known.some(({ name }) => name === databaseName)) return;
  const db = await openDatabase().catch(() => undefined);
  if (!db) return;
  await eachRow(db.transaction(storeName, "readwrite").objectStore(storeName), (row, cursor) => {
    if (row.personId !== exceptPersonId) cursor.delete();
  });
  db.close();
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { autoIncrement: true });
  return answer(request);
}

function eachRow(store: IDBObjectStore, visit: (row: DraftRow, cursor: IDBCursorWithValue) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = store.openCursor();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve();
      visit(cursor.value as DraftRow, cursor);
      cursor.continue();
    };
  });
}

/** Resolves when what a transaction has written outlives this tab; the answers of its requests come earlier. */
function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    // At once, not when the tab gets to it.
    transaction.commit?.();
  });
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
