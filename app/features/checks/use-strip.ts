import { useQuery } from "@tanstack/react-query";
import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import type { Strip } from "../../../contract/checks/strips.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";

type Client = ReturnType<typeof useTRPCClient>;

interface Waiting {
  resolve: (strip: Strip | null) => void;
  reject: (error: unknown) => void;
}

const waiting = new Map<CheckTargetType, Map<string, Waiting[]>>();

/** What a list shows asks for its strips by themselves; those that ask at the same time are answered together. */
function loadStrip(client: Client, type: CheckTargetType, id: string): Promise<Strip | null> {
  return new Promise((resolve, reject) => {
    const known = waiting.get(type);
    const ofType = known ?? new Map<string, Waiting[]>();
    ofType.set(id, [...(ofType.get(id) ?? []), { resolve, reject }]);
    if (known) return;
    waiting.set(type, ofType);
    queueMicrotask(() => void answer(client, type));
  });
}

const maxAtOnce = 100;

async function answer(client: Client, type: CheckTargetType): Promise<void> {
  const asked = waiting.get(type) ?? new Map<string, Waiting[]>();
  waiting.delete(type);
  const ids = [...asked.keys()];
  for (let start = 0; start < ids.length; start += maxAtOnce) {
    const part = ids.slice(start, start + maxAtOnce);
    try {
      const strips = new Map((await client.check.strips.query({ type, ids: part })).map((strip) => [strip.id, strip]));
      for (const id of part) for (const { resolve } of asked.get(id) ?? []) resolve(strips.get(id) ?? null);
    } catch (error) {
      for (const id of part) for (const { reject } of asked.get(id) ?? []) reject(error);
    }
  }
}

function useAskedStrip(type: CheckTargetType, id: string): Strip | null | undefined {
  const client = useTRPCClient();
  return useQuery({
    queryKey: [["check"], "strip", type, id],
    queryFn: () => loadStrip(client, type, id),
    staleTime: minuteMs,
  }).data;
}

/**
 * The last days of a record; null where nothing was measured, undefined until that is known. No loader reads them, and the
 * server asks for nothing while it renders: there the hundred queries of a list would be made only to stay empty.
 */
export const useStrip: typeof useAskedStrip = import.meta.env.SSR ? () => undefined : useAskedStrip;
