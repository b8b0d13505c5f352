import { useNavigate } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { mimeTypeOf } from "../../../contract/files/files.ts";
import { backupExtensions, backupTypes, type ImportType, importExtensions } from "../../../contract/imports/imports.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { problemOf, useTRPC, useTRPCClient } from "../../lib/api/trpc.tsx";
import { uploadFile } from "../../lib/api/upload.ts";
import { useCreationId } from "../../lib/form/use-creation-id.ts";

export type FileState =
  | { phase: "idle" }
  | { phase: "sending"; filename: string; percent: number }
  | { phase: "reading"; filename: string }
  | { phase: "failed"; message: string };

const maxBytes = 50 * 1024 * 1024;

/** Takes a file, or pasted text as one, to the server, and goes on to the import that is made of it. */
export function useImportFile(type: ImportType) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const create = useMutation(trpc.import.create.mutationOptions());
  const creationId = useCreationId();
  const [state, setState] = useState<FileState>({ phase: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (next: FileState) => !controller.signal.aborted && setState(next);
    const purpose = isBackup(type, file) ? "import" : "file";
    const refusal = refuse(type, file);
    if (refusal) return show({ phase: "failed", message: refusal });
    show({ phase: "sending", filename: file.name, percent: 0 });
    try {
      const { key } = await uploadFile(client, file, {
        purpose,
        signal: controller.signal,
        onProgress: (part) => show({ phase: "sending", filename: file.name, percent: Math.round(part * 100) }),
      });
      show({ phase: "reading", filename: file.name });
      const { id } = await create.mutateAsync({
        type,
        fileKey: key,
        creationId: creationId.idFor([type, file.name, file.size, file.lastModified].join("/")),
      });
      creationId.forget();
      await invalidate(["import"]);
      if (!controller.signal.aborted) navigate(`/import/${id}`);
    } catch (error) {
      show({ phase: "failed", message: messageOf(error) });
    }
  };

  const cancel = () => {
    running.current?.abort();
    setState({ phase: "idle" });
  };

  return { state, start, cancel };
}

const extensionOf = ({ name }: File) => name.split(".").at(-1)?.toLowerCase() ?? "";
const isBackup = (type: ImportType, file: File) =>
  backupTypes.includes(type) && isOneOf(backupExtensions, extensionOf(file));

function refuse(type: ImportType, file: File): string | undefined {
  const { name, size } = file;
  const extension = extensionOf(file);
  if (extension === "xls" || extension === "ods")
    return `Dateien vom Typ ${extension.toUpperCase()} lassen sich nicht lesen. Speichere die Tabelle als XLSX oder CSV.`;
  if (!isBackup(type, file) && (!isOneOf(importExtensions, extension) || !mimeTypeOf(name)))
    return "Bitte wähle eine Datei vom Typ CSV, TSV, TXT oder XLSX.";
  if (size > maxBytes) return "Die Datei ist größer als 50 MB. Bitte teile sie auf.";
  if (size === 0) return "Die Datei ist leer.";
  return undefined;
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error ? (problemOf(error.cause) ?? problemOf(error)) : undefined;
  return cause?.message ?? "Die Datei konnte nicht hochgeladen werden. Bitte versuche es erneut.";
}
