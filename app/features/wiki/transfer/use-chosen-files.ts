import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isOneOf } from "../../../../contract/narrowing.ts";
import { maxImportedFiles, pageImportExtensions } from "../../../../contract/wiki/page-transfer.ts";
import { problemOf, useTRPC, useTRPCClient } from "../../../lib/api/trpc.tsx";
import { uploadFile } from "../../../lib/api/upload.ts";

export type ChoiceState =
  | { phase: "idle" }
  | { phase: "sending"; name: string; part: number }
  | { phase: "failed"; message: string };

const maxBytes = 50 * 1024 * 1024;

/** Takes files to the server and has them looked through; `onChecked` gets the import that was made of them. */
export function useChosenFiles(onChecked: (id: string) => void) {
  const client = useTRPCClient();
  const check = useMutation(useTRPC().pageTransfer.check.mutationOptions());
  const [state, setState] = useState<ChoiceState>({ phase: "idle" });
  const running = useRef<AbortController>(undefined);

  const send = async (files: readonly File[]) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: ChoiceState) => !signal.aborted && setState(next);
    const refusal = refuse(files);
    if (refusal) return show({ phase: "failed", message: refusal });
    try {
      const keys: string[] = [];
      for (const [index, file] of files.entries()) {
        const onProgress = (part: number) =>
          show({ phase: "sending", name: file.name, part: (index + part) / files.length });
        onProgress(0);
        const { key } = await uploadFile(client, travelling(file), { purpose: "file", signal, onProgress });
        keys.push(key);
      }
      const { id } = await check.mutateAsync({ keys });
      if (!signal.aborted) onChecked(id);
      show({ phase: "idle" });
    } catch (error) {
      show({ phase: "failed", message: messageOf(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ phase: "idle" });
  };
  return { state, send, cancel };
}

/** HTML is not kept by the portal: it travels as the text that it is. */
function travelling(file: File): File {
  const name = file.name.replace(/\.markdown$/i, ".md").replace(/\.html?$/i, (end) => `${end}.txt`);
  return name === file.name ? file : new File([file], name);
}

function refuse(files: readonly File[]): string | undefined {
  if (files.length > maxImportedFiles) return `Bitte wähle höchstens ${maxImportedFiles} Dateien auf einmal.`;
  for (const { name, size } of files) {
    const extension = name.split(".").at(-1)?.toLowerCase() ?? "";
    if (!isOneOf(pageImportExtensions, extension))
      return `„${name}“ lässt sich nicht einlesen. Möglich sind Markdown, HTML, DOCX und ZIP.`;
    if (size > maxBytes) return `„${name}“ ist größer als 50 MB. Bitte teile die Datei auf.`;
    if (size === 0) return `„${name}“ ist leer.`;
  }
  return undefined;
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error ? (problemOf(error.cause) ?? problemOf(error)) : undefined;
  return cause?.message ?? "Die Dateien konnten nicht hochgeladen werden. Bitte versuche es erneut.";
}
