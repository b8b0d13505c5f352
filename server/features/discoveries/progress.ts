import type { Services } from "../../trpc/context.ts";

const everyMs = 1000;

interface Told {
  id: string;
  userId: string;
}

export interface Progress {
  /** Something is known that was not. */
  tell(discovery: Told): void;
  /** Tells the rest. */
  end(): void;
}

/** Tells whoever has asked that there is more to see, at most once a second for each discovery. */
export function openProgress({ live }: Pick<Services, "live">): Progress {
  const waiting = new Map<string, { userId: string; timer: NodeJS.Timeout }>();
  const toldAt = new Map<string, number>();
  const send = (id: string, userId: string) => {
    clearTimeout(waiting.get(id)?.timer);
    waiting.delete(id);
    toldAt.set(id, performance.now());
    void live.publish([{ event: "discoveryChanged", payload: { discovery: { id } }, toUserId: userId }]);
  };
  return {
    tell({ id, userId }) {
      if (waiting.has(id)) return;
      const waitMs = Math.max(0, (toldAt.get(id) ?? -everyMs) + everyMs - performance.now());
      if (waitMs === 0) send(id, userId);
      else waiting.set(id, { userId, timer: setTimeout(send, waitMs, id, userId) });
    },
    end() {
      for (const [id, { userId }] of waiting) send(id, userId);
    },
  };
}
