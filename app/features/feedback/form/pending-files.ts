import { useEffect, useRef, useState } from "react";
import { maxFeedbackFileBytes, maxFeedbackFiles } from "../../../../contract/feedback/feedback.ts";
import { mimeTypeOf, mimeTypes } from "../../../../contract/files/files.ts";
import { requireValue } from "../../../../contract/narrowing.ts";
import { useTRPCClient } from "../../../lib/api/trpc.tsx";
import { uploadFile } from "../../../lib/api/upload.ts";

/** A file that goes with the feedback; nothing of it leaves the browser before the feedback does. */
export interface PendingFile {
  id: number;
  file: File;
  isImage: boolean;
  /** Set once it has been sent: a second try does not send it again. */
  key?: string;
}

/** The files of a form: chosen, pasted or dropped, kept over a reload, and sent when the form is. */
export function usePendingFiles(draftKey: string) {
  const client = useTRPCClient();
  const [files, setFiles] = useState<readonly PendingFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const [percent, setPercent] = useState<number>();
  const counter = useRef(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const toPending = (file: File): PendingFile => {
    counter.current += 1;
    const mimeType = mimeTypeOf(file.name);
    return { id: counter.current, file, isImage: mimeType !== undefined && mimeTypes[mimeType].image };
  };
  const change = (next: readonly PendingFile[]) => {
    setFiles(next);
    void storeFiles(
      draftKey,
      next.map(({ file }) => file),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is read once, when the form opens
  useEffect(() => {
    let isUnmounted = false;
    void readStoredFiles(draftKey).then((stored) => {
      if (!isUnmounted && stored.length > 0) setFiles((now) => (now.length > 0 ? now : stored.map(toPending)));
    });
    return () => {
      isUnmounted = true;
    };
  }, [draftKey]);

  return {
    files,
    problem,
    /** How much of the files has been sent; undefined while nothing is. */
    percent,
    add(added: readonly File[]): void {
      const refused = added.map(refusalOf).find(Boolean);
      const fitting = added.filter((file) => !refusalOf(file));
      const room = maxFeedbackFiles - files.length;
      setProblem(refused ?? (fitting.length > room ? `Anhänge: Höchstens ${maxFeedbackFiles} Dateien.` : undefined));
      change([...files, ...fitting.slice(0, room).map(toPending)]);
    },
    remove: (id: number) => change(files.filter((each) => each.id !== id)),
    replace: (id: number, file: File) =>
      change(files.map((each) => (each.id === id ? { ...toPending(file), id } : each))),
    forget: () => deleteStoredFiles(draftKey),
    /** Sends what has not been sent yet and returns all keys; rejects with a sentence for the person. */
    async send(): Promise<string[]> {
      const controller = new AbortController();
      running.current = controller;
      const sent: PendingFile[] = [...files];
      try {
        for (const [index, { key, file, isImage }] of files.entries()) {
          if (key) continue;
          const onProgress = (part: number) => setPercent(Math.round(((index + part) / files.length) * 100));
          const purpose = isImage ? "image" : "file";
          const uploaded = await uploadFile(client, file, { purpose, onProgress, signal: controller.signal });
          sent[index] = { ...requireValue(sent[index]), key: uploaded.key };
        }
        return sent.flatMap(({ key }) => key ?? []);
      } finally {
        setFiles(sent);
        setPercent(undefined);
      }
    },
  };
}

function refusalOf({ name, size }: File): string | undefined {
  if (!mimeTypeOf(name)) return `Anhänge: „${name}“ hat einen Dateityp, der nicht erlaubt ist.`;
  if (size === 0) return `Anhänge: „${name}“ ist leer.`;
  return size > maxFeedbackFileBytes ? `Anhänge: „${name}“ ist größer als 10 MB.` : undefined;
}

const database = "techcenter-feedback";
const store = "files";

/** Keeps files of a form in this browser until they are sent; a browser without room for them only costs the draft. */
async function storeFiles(key: string, files: readonly File[]): Promise<void> {
  if (files.length > 0) await run("readwrite", (stored) => stored.put([...files], key));
  else await deleteStoredFiles(key);
}

async function readStoredFiles(key: string): Promise<File[]> {
  return (await run<File[]>("readonly", (stored) => stored.get(key))) ?? [];
}

async function deleteStoredFiles(key: string): Promise<void> {
  await run("readwrite", (stored) => stored.delete(key));
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (stored: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  if (typeof indexedDB === "undefined") return undefined;
  try {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    const opened = await resultOf(opening);
    try {
      return await resultOf(work(opened.transaction(store, mode).objectStore(store)));
    } finally {
      opened.close();
    }
  } catch {
    return undefined;
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
