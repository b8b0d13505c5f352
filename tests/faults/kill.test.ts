import { rmSync } from "node:fs";
import path from "node:path";
import { createTRPCClient, httpLink } from "@trpc/client";
import Sqlite from "better-sqlite3";
import superjson from "superjson";
import { expect, it } from "vitest";
import type { AppRouter } from "../../server/features/router.ts";
import { newDataDir, startPortalProcess } from "../support/portal/portal-process.ts";
import { roundsOf } from "../support/rounds.ts";
import { hireInto } from "../support/staff.ts";

const rounds = roundsOf(5, 20);
const writes = 1000;
const atOnce = 8;

it(`kill -9 during 1,000 writes, ${rounds} times, loses nothing that was acknowledged`, async () => {
  const dataDir = newDataDir();
  const { id, cookie } = await hireInto(dataDir);
  const acknowledged: string[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const portal = await startPortalProcess({ dataDir });
    const client = createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${portal.url}/api/trpc`, transformer: superjson, headers: { cookie } })],
    });
    const killAfter = acknowledged.length + 1 + Math.floor(((round * 37) % rounds) * (writes / rounds) * 0.9);
    let next = 0;
    let killed: Promise<unknown> | undefined;
    const write = async (): Promise<void> => {
      while (next < writes && !killed) {
        next += 1;
        const position = `Runde ${round}, Änderung ${next}`;
        const isDone = await client.user.update.mutate({ params: { id }, body: { position } }).then(
          () => true,
          () => false,
        );
        if (isDone) acknowledged.push(position);
        if (acknowledged.length >= killAfter) killed ??= portal.end("SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: atOnce }, write));
    expect(await killed).toBe("SIGKILL");
  }

  const sqlite = new Sqlite(path.join(dataDir, "techcenter.sqlite"));
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  const recorded = new Set(
    sqlite
      .prepare("select json_extract(after_json, '$.position') as position from changes where kind = 'user.updated'")
      .pluck()
      .all(),
  );
  expect(acknowledged.length).toBeGreaterThan(rounds);
  expect(acknowledged.filter((position) => !recorded.has(position))).toEqual([]);
  sqlite.close();
  rmSync(dataDir, { recursive: true });
});
