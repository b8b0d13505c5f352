import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type Sqlite from "better-sqlite3";
import superjson from "superjson";
import { expect } from "vitest";
import type { AppRouter } from "../../../server/features/router.ts";
import { readLeft } from "./left-data.ts";
import { freePort, startPortalProcess } from "./portal-process.ts";

export type MortalClient = ReturnType<typeof createTRPCClient<AppRouter>>;

/** A portal in a process of its own that is killed with -9 and comes back on the same data. */
export interface MortalPortal {
  kills: number;
  /** Where it is, also while it is gone. */
  url: string;
  /** A person's client; while the portal is gone it waits for it. */
  client(cookie: string): MortalClient;
  /** Kills the portal, looks at what it leaves, and starts it again; resolves once it is dead. */
  kill(): Promise<void>;
  /** Repeats a call for as long as the portal dies over it; an answer, good or bad, ends that. */
  insist<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  /** Makes a call once; undefined where the portal has died over it. */
  once<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined>;
  /** Ends the portal as an operator does. */
  stop(): Promise<void>;
}

/** `autopsy` looks at the data of each dead portal before the next one starts; `more` is its environment beside the port. */
export async function openMortalPortal(
  dataDir: string,
  autopsy: (sqlite: Sqlite.Database) => void,
  more: Record<string, string> = {},
): Promise<MortalPortal> {
  // What the portal sends around names its URL: it has to stay the same.
  const env = { ...more, PORT: await freePort() };
  let running = startPortalProcess({ dataDir, env });
  const { url: origin } = await running;

  const portal: MortalPortal = {
    kills: 0,
    url: origin,
    client: (cookie) =>
      createTRPCClient<AppRouter>({
        links: [
          httpLink({
            url: `${origin}/api/trpc`,
            transformer: superjson,
            headers: { cookie },
            async fetch(url, init) {
              await running;
              return fetch(url, init as RequestInit);
            },
          }),
        ],
      }),
    async kill() {
      portal.kills += 1;
      const dead = running.then(({ end }) => end("SIGKILL"));
      running = dead.then(async (signal) => {
        expect(signal).toBe("SIGKILL");
        await readLeft(dataDir, autopsy);
        return startPortalProcess({ dataDir, env });
      });
      // Whoever calls next waits for it and hears of what went wrong.
      running.catch(() => undefined);
      await dead;
    },
    async insist(call) {
      for (;;) {
        const answered = await attempt(call);
        if (answered) return answered.value;
      }
    },
    once: async (call) => (await attempt(call))?.value,
    async stop() {
      const { end } = await running;
      expect(await end("SIGTERM")).toBe(0);
    },
  };

  async function attempt<Answer>(call: () => Promise<Answer>): Promise<{ value: Answer } | undefined> {
    const before = portal.kills;
    try {
      return { value: await call() };
    } catch (error) {
      const isAnswered = !(error instanceof TRPCClientError) || error.data;
      if (isAnswered || portal.kills === before) throw error;
      await running;
      return undefined;
    }
  }
  return portal;
}
