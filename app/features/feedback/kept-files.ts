const database = "techcenter-feedback";
const store = "files";

/** Keeps files of a form in this browser until they are sent; a browser without room for them only costs the draft. */
export async function keepFiles(key: string, files: readonly File[]): Promise<void> {
  await run("readwrite", (kept) => (files.length > 0 ? kept.put([...files], key) : kept.delete(key)));
}

export async function readKeptFiles(key: string): Promise<File[]> {
  return ((await run("readonly", (kept) => kept.get(key))) as File[] | undefined) ?? [];
}

export async function forgetFiles(key: string): Promise<void> {
  await run("readwrite", (kept) => kept.delete(key));
}

async function run(mode: IDBTransactionMode, work: (kept: IDBObjectStore) => IDBRequest): Promise<unknown> {
  if (typeof indexedDB === "undefined") return undefined;
  try {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    const opened = (await answerOf(opening)) as IDBDatabase;
    try {
      return await answerOf(work(opened.transaction(store, mode).objectStore(store)));
    } finally {
      opened.close();
    }
  } catch {
    return undefined;
  }
}

function answerOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
