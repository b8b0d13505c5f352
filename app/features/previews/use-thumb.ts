import { useQuery } from "@tanstack/react-query";
import type { PreviewThumb } from "../../../contract/previews/previews.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";

type Client = ReturnType<typeof useTRPCClient>;

interface Waiting {
  resolve: (thumb: PreviewThumb | null) => void;
  reject: (error: unknown) => void;
}

let waiting: Map<string, Waiting[]> | undefined;
const maxAtOnce = 200;

/** What a list shows asks for its pictures by themselves; those that ask at the same time are answered together. */
function loadThumb(client: Client, id: string): Promise<PreviewThumb | null> {
  return new Promise((resolve, reject) => {
    const isFirst = waiting === undefined;
    waiting ??= new Map();
    waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }]);
    if (isFirst) queueMicrotask(() => void answer(client));
  });
}

async function answer(client: Client): Promise<void> {
  const asked = waiting ?? new Map<string, Waiting[]>();
  waiting = undefined;
  const ids = [...asked.keys()];
  for (let start = 0; start < ids.length; start += maxAtOnce) {
    const part = ids.slice(start, start + maxAtOnce);
    try {
      const thumbs = await client.preview.thumbs.query({ ids: part });
      const byId = new Map(thumbs.map((thumb) => [thumb.websiteId, thumb]));
      for (const id of part) for (const { resolve } of asked.get(id) ?? []) resolve(byId.get(id) ?? null);
    } catch (error) {
      for (const id of part) for (const { reject } of asked.get(id) ?? []) reject(error);
    }
  }
}

/** The picture of a website; null where there is none, undefined until that is known. */
export function useThumb(id: string): PreviewThumb | null | undefined {
  const client = useTRPCClient();
  return useQuery({
    queryKey: [["preview"], "thumb", id],
    queryFn: () => loadThumb(client, id),
    staleTime: minuteMs,
  }).data;
}
