import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginOnce } from "../../../server/api/idempotency.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { deliverDue } from "../../../server/features/webhooks/deliver.ts";
import { releaseClaims, tryLockData } from "../../../server/jobs/claims.ts";
import { claimDueMail } from "../../../server/mail/claims.ts";
import { queueMail } from "../../../server/mail/queue.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { newDataDir } from "../../support/portal/portal-process.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

let office: Office;
let chief: Person;
let receiver: Receiver;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chefin", role: "admin" });
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const other = "another process";
const ahead = () => new Date(office.services.now().getTime() + 300_000).toISOString();
const release = () => releaseClaims(office.services, office.services.now());

async function claimedMail(): Promise<string> {
  const { id } = await transact(systemContext(office.services), (tx) =>
    queueMail(tx, { to: { email: "jana@agentur.example", name: "Jana" }, subject: "Hallo", paragraphs: ["Worte"] }),
  );
  const claim = { state: "sending" as const, claimedBy: other, claimedUntil: ahead() };
  await office.services.db.updateTable("mails").set(claim).where("id", "=", id).execute();
  return id;
}

async function claimedDelivery(): Promise<void> {
  const admin = await office.as(chief);
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  await admin.webhook.create({
    body: { url: receiver.url, description: "", events: ["customer.created"], isEnabled: true },
  });
  await admin.customer.create({ body: { name: "Neue Kundin" } });
  const claim = { claimedBy: other, nextAttemptAt: ahead() };
  await office.services.db.updateTable("webhookDeliveries").set(claim).execute();
}

describe("a mail that another process sends", () => {
  it("is taken up by nobody until its lease ends", async () => {
    const id = await claimedMail();
    expect(await claimDueMail(office.services)).toBeUndefined();
    office.advance(300_001);
    expect(await claimDueMail(office.services)).toMatchObject({ id, claimedBy: office.services.nodes.id });
  });

  it("is due at once when that process is gone, and what this one sends stays its own", async () => {
    const id = await claimedMail();
    await release();
    expect(await claimDueMail(office.services)).toMatchObject({ id, claimedBy: office.services.nodes.id });
    await release();
    expect(await claimDueMail(office.services)).toBeUndefined();
  });
});

describe("a delivery that another process makes", () => {
  it("is made by nobody else until its lease ends", async () => {
    await claimedDelivery();
    await deliverDue(office.services);
    expect(receiver.received).toEqual([]);
    office.advance(300_001);
    await deliverDue(office.services);
    expect(receiver.received).toHaveLength(1);
  });

  it("is due at once when that process is gone, and what only waits for its next try keeps waiting", async () => {
    await claimedDelivery();
    const { db } = office.services;
    await (await office.as(chief)).customer.create({ body: { name: "Wartende Kundin" } });
    await db.updateTable("webhookDeliveries").set({ nextAttemptAt: ahead() }).where("claimedBy", "is", null).execute();
    await release();
    await deliverDue(office.services);
    expect(receiver.received).toHaveLength(1);
    const left = await db.selectFrom("webhookDeliveries").select(["state", "claimedBy"]).orderBy("state").execute();
    expect(left).toEqual([
      { state: "delivered", claimedBy: null },
      { state: "queued", claimedBy: null },
    ]);
  });
});

describe("a request that was cut off before it changed anything", () => {
  it("may be repeated as soon as its process is gone, and one that is under way may not", async () => {
    const { db, now, nodes } = office.services;
    const { id: tokenId } = await (await office.as(chief)).apiToken.create({
      name: "Skript",
      scopes: ["records:write"],
      days: 30,
    });
    const asked = { node: nodes.id, tokenId, key: "k1", request: ["post", "/x", "{}"], now: now() };
    await beginOnce(db, asked);
    await release();
    await expect(beginOnce(db, asked)).rejects.toMatchObject({ code: "in_progress" });
    await db.updateTable("apiRequests").set({ claimedBy: other }).execute();
    await release();
    expect(await beginOnce(db, asked)).toBeUndefined();
  });
});

describe("a data folder", () => {
  it("is held by one process at a time, and by the next once that one lets go", () => {
    const dataDir = newDataDir();
    const first = tryLockData(dataDir);
    const second = tryLockData(dataDir);
    expect([first.isAlone, second.isAlone]).toEqual([true, false]);
    second.end();
    first.end();
    const third = tryLockData(dataDir);
    expect(third.isAlone).toBe(true);
    third.end();
    rmSync(dataDir, { recursive: true });
  });
});
