import { rmSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { readLeft } from "../../support/portal/left-data.ts";
import { openMortalPortal } from "../../support/portal/mortal-portal.ts";
import { newDataDir } from "../../support/portal/portal-process.ts";
import { openReceiver } from "../../support/servers/receiver.ts";
import { hireInto } from "../../support/staff.ts";

const writers = 3;
const customersEach = 60;
const kills = 4;

interface Delivery {
  id: string;
  payload: string;
}

const queuedIn = (sqlite: Sqlite.Database) =>
  sqlite.prepare("select id, payload from webhook_deliveries").all() as Delivery[];

/** Each change has its delivery, queued with it or not at all; what a dead portal had in hand is taken up by the next. */
function leave(sqlite: Sqlite.Database): void {
  const told = queuedIn(sqlite).map(({ payload }) => JSON.parse(payload).data.id);
  const made = sqlite.prepare("select subject_id from changes where kind = 'customer.created'").pluck().all();
  expect(told.sort()).toEqual(made.sort());
}

it("what webhooks are told of reaches the receiver at least once and under one id, though the portal is killed four times", async () => {
  const dataDir = newDataDir();
  const { cookie } = await hireInto(dataDir);
  const portal = await openMortalPortal(dataDir, leave);
  const receiver = await openReceiver();
  const client = portal.client(cookie);
  const allowedNetworks = ["127.0.0.0/8"];
  await client.setting.update.mutate({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  const { id: webhookId } = await client.webhook.create.mutate({
    body: { url: `${receiver.url}/hook`, description: "", events: ["customer.created"], isEnabled: true },
  });

  const acknowledged: string[] = [];
  const total = writers * customersEach;
  const killAt = (share: number) => ((share + 1) * total) / (kills + 2);
  receiver.answer(() => {
    // The receiver has it and the portal never hears of that; or it has just written something, or both.
    if (portal.kills < kills && acknowledged.length >= killAt(portal.kills)) void portal.kill();
    return { status: 204 };
  });
  const write = async (index: number) => {
    for (let count = 0; count < customersEach; count += 1) {
      const body = { name: `Kunde ${count} von ${index}` };
      const written = await portal.once(() => client.customer.create.mutate({ body }));
      if (written) acknowledged.push(written.id);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, index) => write(index)));
  await vi.waitUntil(() => portal.kills === kills, { timeout: 200_000 });
  await vi.waitFor(
    async () => expect((await client.webhook.deliveries.query({ webhookId, state: "queued" })).totalItems).toBe(0),
    { timeout: 200_000 },
  );
  await portal.stop();

  const got = new Map<string, string>();
  for (const { headers, body } of receiver.received) {
    const id = String(headers["webhook-id"]);
    expect(got.get(id) ?? body).toBe(body);
    got.set(id, body);
  }
  await readLeft(dataDir, (sqlite) => {
    expect(got).toEqual(new Map(queuedIn(sqlite).map(({ id, payload }) => [id, payload])));
    expect(sqlite.prepare("select distinct state from webhook_deliveries").pluck().all()).toEqual(["delivered"]);
  });
  const heardOf = new Set([...got.values()].map((body) => JSON.parse(body).data.id));
  expect(acknowledged.filter((id) => !heardOf.has(id))).toEqual([]);
  expect(heardOf.size).toBe(got.size);
  await receiver.close();
  rmSync(dataDir, { recursive: true });
});
