import { FileText, RotateCw, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type ChatFile, maxFilesPerMessage } from "../../../../contract/chats/chats.ts";
import { maxFileBytes, maxImageBytes, mimeTypeOf, mimeTypes } from "../../../../contract/files/files.ts";
import { useTRPCClient } from "../../../lib/api/trpc.tsx";
import { uploadFile } from "../../../lib/api/upload.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** The files of the message that is being written, above its field. */
export function AttachmentList({ attachments }: { attachments: ReturnType<typeof useAttachments> }) {
  const { list, problem, retry, remove } = attachments;
  return (
    <>
      {problem && (
        <p role="alert" className="px-3 pt-2 text-meta text-bad-text">
          {problem}
        </p>
      )}
      {list.length > 0 && (
        <ul aria-label="Angehängt" className="max-h-32 overflow-y-auto px-1.5 pt-1.5">
          {list.map((attachment) => (
            <li key={attachment.id} className="flex min-h-8 items-center gap-2 rounded-6 pl-1.5 text-ui">
              <Icon of={FileText} className="text-text-3" />
              <span className="min-w-0 flex-1 truncate">{attachment.name}</span>
              <UploadState attachment={attachment} />
              {attachment.hasFailed && (
                <IconButton
                  icon={RotateCw}
                  size="sm"
                  label={`${attachment.name}: Erneut versuchen`}
                  onClick={() => retry(attachment)}
                />
              )}
              <IconButton
                icon={X}
                size="sm"
                label={`${attachment.name} entfernen`}
                onClick={() => remove(attachment)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function UploadState({ attachment: { done, hasFailed, progress } }: { attachment: Attachment }) {
  if (done) return null;
  if (hasFailed) return <span className="flex-none text-label text-bad-text">Nicht hochgeladen</span>;
  return <span className="num flex-none text-label text-text-2">{Math.round(progress * 100)} %</span>;
}

/** A file of a message that is being written; `done` once the portal has it. */
interface Attachment {
  id: number;
  name: string;
  progress: number;
  done?: ChatFile;
  hasFailed?: true;
  file?: File;
}

/** The files of the message that is being written: sent as soon as they are chosen, so that the message itself is light. */
export function useAttachments(initial: readonly ChatFile[], onChange: (files: ChatFile[]) => void) {
  const client = useTRPCClient();
  const counter = useRef(initial.length);
  const [list, setList] = useState<readonly Attachment[]>(() =>
    initial.map((done, id) => ({ id, name: done.filename, progress: 1, done })),
  );
  const [problem, setProblem] = useState<string>();
  const running = useRef(new Map<number, AbortController>());
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const change = (id: number, more: Partial<Attachment>) =>
    setList((now) => now.map((each) => (each.id === id ? { ...each, ...more } : each)));

  useEffect(() => latestOnChange.current(list.flatMap(({ done }) => done ?? [])), [list]);

  async function send(id: number, file: File): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    try {
      const { key } = await uploadFile(client, file, {
        purpose: isImage(file) ? "image" : "file",
        onProgress: (progress) => change(id, { progress }),
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
      const room = maxFilesPerMessage - list.length;
      setProblem(refused ?? (fitting.length > room ? `Anhänge: Höchstens ${maxFilesPerMessage} Dateien.` : undefined));
      const taken = fitting.slice(0, room).map((file) => {
        counter.current += 1;
        return { id: counter.current, name: file.name, progress: 0, file };
      });
      setList((now) => [...now, ...taken]);
      for (const { id, file } of taken) void send(id, file);
    },
    retry({ id, file }: Attachment): void {
      if (!file) return;
      setList((now) => now.map(({ hasFailed: _, ...each }) => (each.id === id ? { ...each, progress: 0 } : each)));
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
  const maxBytes = isImage(file) ? maxImageBytes : maxFileBytes;
  return size > maxBytes ? `Anhänge: „${name}“ ist größer als ${maxBytes / 1024 / 1024} MB.` : undefined;
}

/** A picture from the clipboard is called „image.png“, every time. */
export function withDistinctName(file: File): File {
  const moment = new Date().toLocaleTimeString("de-DE").replaceAll(":", "-");
  return file.name === "image.png" ? new File([file], `Bildschirmfoto ${moment}.png`, { type: file.type }) : file;
}
