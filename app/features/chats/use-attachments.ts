import { useEffect, useRef, useState } from "react";
import { type ChatFile, filesPerMessage } from "../../../contract/chats/chats.ts";
import { maxFileBytes, maxImageBytes, mimeTypeOf, mimeTypes } from "../../../contract/files/files.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";
import { uploadFile } from "../../lib/api/upload.ts";

/** A file of a message that is being written; `done` once the portal has it. */
export interface Attachment {
  id: number;
  name: string;
  part: number;
  done?: ChatFile;
  hasFailed?: true;
  file?: File;
}

/** The files of the message that is being written: sent as soon as they are chosen, so that the message itself is light. */
export function useAttachments(initial: readonly ChatFile[], onChange: (files: ChatFile[]) => void) {
  const client = useTRPCClient();
  const counter = useRef(initial.length);
  const [list, setList] = useState<readonly Attachment[]>(() =>
    initial.map((done, id) => ({ id, name: done.filename, part: 1, done })),
  );
  const [problem, setProblem] = useState<string>();
  const running = useRef(new Map<number, AbortController>());
  const told = useRef(onChange);
  told.current = onChange;
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const change = (id: number, more: Partial<Attachment>) =>
    setList((now) => now.map((each) => (each.id === id ? { ...each, ...more } : each)));

  useEffect(() => told.current(list.flatMap(({ done }) => done ?? [])), [list]);

  async function send(id: number, file: File): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    try {
      const { key } = await uploadFile(client, file, {
        purpose: isImage(file) ? "image" : "file",
        onProgress: (part) => change(id, { part }),
        signal: controller.signal,
      });
      const size = { width: null, height: null, size: file.size };
      change(id, { done: { key, filename: file.name, mimeType: mimeTypeOf(file.name) ?? "", ...size } });
    } catch {
      if (!controller.signal.aborted) change(id, { hasFailed: true });
    } finally {
      running.current.delete(id);
    }
  }

  return {
    list,
    problem,
    files: list.flatMap(({ done }) => done ?? []),
    isBusy: list.some(({ done, hasFailed }) => !done && !hasFailed),
    add(added: readonly File[]): void {
      const refused = added.map(refusalOf).find(Boolean);
      const fitting = added.filter((file) => !refusalOf(file));
      const room = filesPerMessage - list.length;
      setProblem(refused ?? (fitting.length > room ? `Anhänge: Höchstens ${filesPerMessage} Dateien.` : undefined));
      const taken = fitting.slice(0, room).map((file) => {
        counter.current += 1;
        return { id: counter.current, name: file.name, part: 0, file };
      });
      setList((now) => [...now, ...taken]);
      for (const { id, file } of taken) void send(id, file);
    },
    retry({ id, file }: Attachment): void {
      if (!file) return;
      setList((now) => now.map(({ hasFailed: _, ...each }) => (each.id === id ? { ...each, part: 0 } : each)));
      void send(id, file);
    },
    remove({ id }: Attachment): void {
      running.current.get(id)?.abort();
      setList((now) => now.filter((each) => each.id !== id));
      setProblem(undefined);
    },
    clear(): void {
      setList([]);
      setProblem(undefined);
    },
  };
}

function isImage(file: File): boolean {
  const type = mimeTypeOf(file.name);
  return type !== undefined && mimeTypes[type].image;
}

function refusalOf(file: File): string | undefined {
  const { name, size } = file;
  if (!mimeTypeOf(name)) return `Anhänge: „${name}“ hat einen Dateityp, der nicht erlaubt ist.`;
  if (size === 0) return `Anhänge: „${name}“ ist leer.`;
  const most = isImage(file) ? maxImageBytes : maxFileBytes;
  return size > most ? `Anhänge: „${name}“ ist größer als ${most / 1024 / 1024} MB.` : undefined;
}

/** A picture from the clipboard is called „image.png“, every time. */
export function named(file: File): File {
  const moment = new Date().toLocaleTimeString("de-DE").replaceAll(":", "-");
  return file.name === "image.png" ? new File([file], `Bildschirmfoto ${moment}.png`, { type: file.type }) : file;
}
