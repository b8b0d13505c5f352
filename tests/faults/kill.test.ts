import { rmSync } from "node:fs";
import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { expect, it } from "vitest";
import type { AppRouter } from "../../server/features/router.ts";
import { openLeft } from "../support/portal/left-data.ts";
import { newDataDir, startPortalProcess } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";
import { hireInto } from "../support/staff.ts";

const rounds = repetitions(5, 20);
const writes = 1000;
const atOnce = 8;

it(`kill -9 during 1,000 writes and merges, ${rounds} times, loses nothing that was acknowledged`, async () => {
  const dataDir = newDataDir();
  const { id, cookie } = await hireInto(dataDir);
  const acknowledged: string[] = [];
  const merged: string[] = [];

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
    // Each merge moves a contact, removes a customer and notes both, in one transaction.
    const merge = async (): Promise<void> => {
      let survivor = await client.customer.create.mutate({ body: { name: `Kunde ${round}` } });
      while (!killed) {
        const gone = await client.customer.create.mutate({ body: { name: "Doppelt" } });
        await client.contact.create.mutate({ body: { customerId: gone.id, lastName: "Kranich" } });
        const done = await client.merge.records.mutate({
          type: "customer",
          survivor: { id: survivor.id, version: survivor.version },
          merged: { id: gone.id, version: gone.version },
        });
        merged.push(done.mergeId);
        survivor = done;
      }
    };
    await Promise.all([...Array.from({ length: atOnce }, write), merge().catch(() => undefined)]);
    expect(await killed).toBe("SIGKILL");
  }

  const sqlite = await openLeft(dataDir);
  const recorded = new Set(
    sqlite
      .prepare("select json_extract(after_json, '$.position') as position from changes where kind = 'user.updated'")
      .pluck()
      .all(),
  );
  expect(acknowledged.length).toBeGreaterThan(rounds);
  expect(acknowledged.filter((position) => !recorded.has(position))).toEqual([]);
  const all = (statement: string) => sqlite.prepare(statement).pluck().all();
  expect(merged.length).toBeGreaterThan(rounds);
  const kept = new Set(all("select id from merges"));
  expect(merged.filter((id) => !kept.has(id))).toEqual([]);
  const half = `select id from merges where merged_id in (select id from customers) or survivor_id not in (select id from customers)
    union select id from contacts where customer_id not in (select id from customers)
    union select record_id from search_documents where record_type = 'customer' and record_id not in (select id from customers)`;
  expect(all(half)).toEqual([]);
  expect(all("select (select count(*) from customers) + (select count(*) from merges)")).toEqual(
    all("select count(*) from changes where kind = 'customer.created'"),
  );
  sqlite.close();
  rmSync(dataDir, { recursive: true });
});
