import { useEffect, useRef, useState } from "react";
import { toError } from "../../../contract/narrowing.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { problemOf, useTRPCClient } from "../../lib/api/trpc.tsx";
import { uploadFile } from "../../lib/api/upload.ts";

export type Attaching = { id: number; file: File; replaces?: string | undefined } & (
  | { phase: "waiting" }
  | { phase: "sending"; percent: number }
  | { phase: "failed"; message: string }
);

type Queued = Pick<Attaching, "id" | "file" | "replaces">;

/** Uploads files one after the other and puts each on the record; leaving the page ends what is under way. */
export function useAttaching({ type, id }: RecordKey) {
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const [all, setAll] = useState<readonly Attaching[]>([]);
  const counter = useRef(0);
  const queue = useRef<Queued[]>([]);
  const running = useRef<{ id: number; controller: AbortController }>(undefined);
  useEffect(
    () => () => {
      queue.current = [];
      running.current?.controller.abort();
    },
    [],
  );

  const update = (next: Attaching) => setAll((now) => now.map((each) => (each.id === next.id ? next : each)));
  const remove = (done: number) => setAll((now) => now.filter((each) => each.id !== done));

  async function work(): Promise<void> {
    if (running.current) return;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const controller = new AbortController();
      running.current = { id: next.id, controller };
      await attach(next, controller.signal);
      running.current = undefined;
    }
  }

  async function attach(next: Queued, signal: AbortSignal): Promise<void> {
    update({ ...next, phase: "sending", percent: 0 });
    try {
      const onProgress = (part: number) =>
        !signal.aborted && update({ ...next, phase: "sending", percent: Math.round(part * 100) });
      const { key } = await uploadFile(client, next.file, { purpose: "file", onProgress, signal });
      await client.attachment.attach.mutate({ type, id, key, replaces: next.replaces }, { signal });
      remove(next.id);
      await invalidate(["attachment", "change"]);
    } catch (error) {
      if (!signal.aborted)
        update({ ...next, phase: "failed", message: problemOf(error)?.message ?? toError(error).message });
    }
  }

  const start = (files: readonly File[], replaces?: string) => {
    const added = files.map((file) => {
      counter.current += 1;
      return { id: counter.current, file, replaces };
    });
    queue.current.push(...added);
    setAll((now) => [...now, ...added.map((each) => ({ ...each, phase: "waiting" as const }))]);
    void work();
  };

  return {
    all,
    start,
    retry: ({ id: again, file, replaces }: Attaching) => {
      remove(again);
      start([file], replaces);
    },
    cancel: ({ id: ended }: Attaching) => {
      queue.current = queue.current.filter((each) => each.id !== ended);
      if (running.current?.id === ended) running.current.controller.abort();
      remove(ended);
    },
  };
}
