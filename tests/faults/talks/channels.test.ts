import { rmSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { chanceOf } from "../../support/chance.ts";
import { valuesFor } from "../../support/channel-office.ts";
import { openMortalPortal } from "../../support/portal/mortal-portal.ts";
import { openData } from "../../support/portal/open-data.ts";
import { newDataDir } from "../../support/portal/portal-process.ts";
import { repetitions } from "../../support/repetitions.ts";
import { openChatService } from "../../support/servers/chat-services.ts";
import { hireInto } from "../../support/staff.ts";

const kills = repetitions(5, 20);
const writers = 3;
const incidentsEach = kills * 5;
const total = writers * incidentsEach;
const seed = process.env.SOAK ? Date.now() : 12;

it(`what rooms are told of an incident is one message that ends with it, though the portal is killed ${kills} times`, async () => {
  const dataDir = newDataDir();
  const { cookie } = await hireInto(dataDir);
  const portal = await openMortalPortal(dataDir, () => {});
  const chance = chanceOf(seed);
  // What a dying portal does not answer is not counted, so the last kill comes well before the last incident.
  const killAt = Array.from({ length: kills }, (_, kill) => ((kill + chance.next()) * total * 0.75) / kills);
  const closed: string[] = [];
  const chat = await openChatService("matrix", () => {
    // The service has it, and the portal may never hear of that.
    if (portal.kills < kills && closed.length >= (killAt[portal.kills] ?? 0)) void portal.kill();
  });
  const client = portal.client(cookie);
  const values = { allowedNetworks: ["127.0.0.0/8"], checksLinks: false };
  await client.setting.update.mutate({ section: "network", values, secrets: {}, version: 0 });
  const body = { service: "matrix" as const, name: "Raum", values: valuesFor("matrix", chat.receiver.url) };
  const { id: channelId } = await client.channel.create.mutate({ body });
  await client.channel.createRule.mutate({ body: { categories: ["incident"], channelId } });

  const write = async (writer: number) => {
    for (let count = 0; count < incidentsEach; count += 1) {
      const title = `Ausfall ${writer}-${count}`;
      const made = await portal.once(() => client.incident.create.mutate({ body: { title, severity: "warning" } }));
      if (!made) continue;
      const reason = "falseAlarm" as const;
      const ended = await portal.once(() => client.incident.close.mutate({ id: made.id, reason }));
      if (ended) closed.push(title);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await vi.waitUntil(() => portal.kills === kills, { timeout: 200_000 });
  const db = await openData(dataDir);
  const queued = db.selectFrom("channelDeliveries").select("id").where("state", "=", "queued");
  await vi.waitUntil(async () => (await queued.execute()).length === 0, { timeout: 200_000, interval: 500 });
  await portal.stop();

  const told = await db
    .selectFrom("incidents")
    .select(["title", "state"])
    .where("id", "in", db.selectFrom("incidentMessages").select("incidentId"))
    .execute();
  await db.destroy();
  const texts = chat.shown().map(({ text }) => text);
  for (const { title, state } of told) {
    const about = texts.filter((text) => text.includes(`: ${title}<`));
    expect([title, about.length]).toEqual([title, 1]);
    if (state === "closed") expect(about[0]).toContain("Falscher Alarm");
  }
  expect(texts).toHaveLength(told.length);
  expect(told.length).toBeGreaterThan(0);
  await chat.close();
  rmSync(dataDir, { recursive: true });
});
