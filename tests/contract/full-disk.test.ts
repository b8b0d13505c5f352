import { afterAll, expect, it } from "vitest";
import { readEnvironment } from "../../server/env.ts";
import { createLog } from "../../server/log.ts";
import { startPortal } from "../../server/portal/portal.ts";
import { apiOf } from "../support/portal/portal-api.ts";
import { freePort } from "../support/portal/portal-process.ts";
import { onSqlite } from "../support/postgres/on-sqlite.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { hireInto } from "../support/staff.ts";

const disk = mountSmallDisk(48);
afterAll(() => disk?.remove());

const onDisk = disk ? onSqlite("a Postgres has a disk of its own").it : it.skip;

onDisk(
  "a start on a full disk says so, reads, refuses to write, and writes once there is space (needs to mount a disk)",
  async () => {
    const dataDir = disk?.folder ?? "";
    const jana = await hireInto(dataDir);
    const SOKETI_PORT = await freePort();
    const env = readEnvironment({ NODE_ENV: "test", PORT: "0", SOKETI_PORT, DATA_DIR: dataDir });
    const start = () => startPortal(env, createLog("silent"), { renderPage: async () => new Response() });
    const notes = "viel zu sagen ".repeat(500);

    const first = await start();
    expect(first.notices).toEqual([]);
    await (await apiOf({ portal: first }, jana)).customer.create({ body: { name: "Bäckerei" } });
    const reader = await apiOf({ portal: first }, jana);
    disk?.fill();
    const fillUp = async (api: typeof reader) => {
      for (;;) await api.customer.create({ body: { name: "Noch eine", notes } });
    };
    await expect(fillUp(reader)).rejects.toMatchObject({ cause: { code: "full" } });
    const kept = (await reader.customer.list({})).data.length;
    await first.stop();
    disk?.fill();

    const second = await start();
    expect(second.notices).toEqual([expect.stringContaining("Der Speicherplatz des Portals ist voll")]);
    const answer = await fetch(`${second.url}/api/health/ready`);
    expect([answer.status, (await answer.json()).disk]).toEqual([503, "full"]);
    const { cookie } = jana;
    const input = encodeURIComponent(JSON.stringify({ json: {} }));
    const list = await fetch(`${second.url}/api/trpc/customer.list?input=${input}`, { headers: { cookie } });
    expect(list.status).toBe(200);
    expect((await list.json()).result.data.json.data).toHaveLength(kept);
    const create = async () =>
      fetch(`${second.url}/api/trpc/customer.create`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({ json: { body: { name: "Schreinerei", notes } } }),
      });
    const refused = await create();
    expect(refused.status).toBe(507);
    disk?.clear();
    expect((await create()).status).toBe(200);
    await second.stop();
  },
);
