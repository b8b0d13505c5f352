import { useEffect, useRef, useState } from "react";
import type { UploadedFile } from "../../../contract/files/files.ts";
import { toError } from "../../../contract/narrowing.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";
import { uploadFile } from "../../lib/api/upload.ts";

export type UploadState =
  | { phase: "idle" }
  | { phase: "sending"; percent: number }
  | { phase: "failed"; file: File; message: string };

/** One upload at a time: a new one, `cancel` and leaving the page end the one before. */
export function useUpload({ onUploaded }: { onUploaded: (file: UploadedFile) => void }) {
  const client = useTRPCClient();
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = () => {
    running.current?.abort();
    setState({ phase: "idle" });
  };

  const start = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const isCurrent = () => !controller.signal.aborted;
    setState({ phase: "sending", percent: 0 });
    try {
      const uploaded = await uploadFile(client, file, {
        signal: controller.signal,
        onProgress: (part) => isCurrent() && setState({ phase: "sending", percent: Math.round(part * 100) }),
      });
      setState({ phase: "idle" });
      onUploaded(uploaded);
    } catch (error) {
      if (isCurrent()) setState({ phase: "failed", file, message: toError(error).message });
    }
  };

  return { state, start, cancel };
}
