import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { apiScopeNames } from "../../../contract/api/scopes.ts";
import { createSession } from "../../../server/auth/sessions.ts";
import { transact } from "../../../server/db/transact.ts";
import { tellLowDisk } from "../../../server/features/system/low-disk.ts";
import { openDisks } from "../../../server/files/disk-space.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { browserFetch } from "../../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { hashQuickly } from "../../support/portal/quick-password.ts";
import { onSqlite } from "../../support/postgres/on-sqlite.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";

let office: Office;
let server: OfficeServer | undefined;

beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** SQLite gets no more pages than it has: the same error as on a disk without space. */
async function fill() {
  const { db } = office.services;
  await sql.raw("create table ballast (bytes blob)").execute(db);
  await sql.raw("pragma max_page_count = 1").execute(db);
  for (const bytes of [100_000, 4000])
    for (let isFull = false; !isFull; )
      await sql
        .raw(`insert into ballast values (zeroblob(${bytes}))`)
        .execute(db)
        .catch(() => {
          isFull = true;
        });
}
const makeSpace = () => sql.raw("pragma max_page_count = 1000000").execute(office.services.db);
const longName = () => "Bäckerei ".repeat(12);
const notes = "viel zu sagen ".repeat(500);

const { describe: describeOnSqlite } = onSqlite("fills up a database of SQLite");

describeOnSqlite("where SQLite finds no space", () => {
  it("a command is refused as that, changes nothing, and works again when there is space", async () => {
    const api = await office.as(await office.hire());
    await fill();
    const create = () => api.customer.create({ body: { name: longName(), notes } });
    await expect(create()).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      cause: { code: "full", cause: { code: "SQLITE_FULL" } },
    });
    expect(office.signals).toEqual([]);
    expect((await api.customer.list({})).data).toEqual([]);
    await makeSpace();
    await create();
    expect((await api.customer.list({})).data).toHaveLength(1);
  });

  it("a transaction whose part met it writes nothing at all, whatever comes after that part", async () => {
    const ctx = await office.contextOf(await office.hire());
    await fill();
    const run = transact(ctx, async (tx) => {
      const log = (id: string, beforeJson: string) =>
        tx.db
          .insertInto("changes")
          .values({ id, kind: "customer.created", subjectType: "customer", subjectId: "1", beforeJson, at: "x" })
          .execute();
      // Longer than the single free page that a table in need of two may leave behind.
      await tx.attempt(() => log("1", notes.repeat(10))).catch(() => undefined);
      // Without a transaction around it, this one would be written for good.
      await log("2", "");
    });
    await expect(run).rejects.toMatchObject({ code: "SQLITE_FULL" });
    expect(await office.services.db.selectFrom("changes").select("id").execute()).toEqual([]);
    await makeSpace();
    await transact(ctx, async (tx) => tx.wake("mail"));
  });
});

describeOnSqlite("over HTTP it is a 507 with its sentence", () => {
  const credentials = { email: "jana@agentur.example", password: "ein langes Passwort" };
  let jana: Person;

  beforeEach(async () => {
    const passwordHash = await hashQuickly(credentials.password);
    jana = await office.hire({ email: credentials.email, role: "admin", passwordHash });
    server = await serveOffice(office);
  });

  it("for calls and for REST, whose reads go on; the log has the cause", async () => {
    const scopes = [...apiScopeNames];
    const { token } = await (await office.as(jana)).apiToken.create({ name: "Skript", scopes, days: 30 });
    const { token: session } = await createSession(office.services.db, { userId: jana.id, now: office.services.now() });
    await fill();
    const customer = { name: "Bäckerei", notes };
    const json = { "content-type": "application/json" };

    const rest = { ...json, authorization: `Bearer ${token}` };
    const init = { method: "POST", headers: rest, body: JSON.stringify(customer) };
    const answer = await fetch(`${server?.url}/api/v1/customers`, init);
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ code: "full", title: "Speicherplatz voll" });
    expect((await fetch(`${server?.url}/api/v1/customers`, { headers: rest })).status).toBe(200);

    const call = await fetch(`${server?.url}/api/trpc/customer.create`, {
      method: "POST",
      headers: { ...json, cookie: `techcenter.session=${session}` },
      body: JSON.stringify({ json: { body: customer } }),
    });
    expect(call.status).toBe(507);
    expect((await call.json()).error.json).toMatchObject({ data: { problem: "full", httpStatus: 507 } });
    expect(server?.log).toContainEqual(
      expect.objectContaining({ path: "customer.create", err: expect.objectContaining({ code: "SQLITE_FULL" }) }),
    );
  });

  it("at sign-in", async () => {
    const browser = browserFetch(server?.url ?? "");
    await fill();
    // What is left in half-empty pages goes to other sessions.
    const { db, now } = office.services;
    for (let count = 0; count < 400; count += 1) {
      const userAgent = count < 100 ? "x".repeat(300) : undefined;
      await createSession(db, { userId: jana.id, userAgent, now: now() }).catch(() => undefined);
    }
    const answer = await browser.post("/api/auth/callback/credentials", { ...credentials, json: "true" });
    expect(answer.status).toBe(507);
    expect((await answer.json()).url).toContain("/auth/signin?error=StorageFull");
    const form = await browser.post("/auth/signin", credentials);
    expect(await form.json()).toMatchObject({ ok: false, error: "StorageFull" });
  });
});

describe("a disk that fills up", () => {
  const disk = mountSmallDisk(8);
  afterAll(() => disk?.remove());

  it.skipIf(!disk)(
    "is told to the admins once a day, and to whoever asks for readiness (needs to mount a disk)",
    async () => {
      const folder = disk?.folder ?? "";
      mkdirSync(path.join(folder, "uploads"));
      const services = { ...office.services, disks: openDisks(folder) };
      const admin = await office.hire({ role: "admin" });
      const member = await office.hire();
      server = await serveOffice({ ...office, services });
      const ready = async () => {
        const answer = await fetch(`${server?.url}/api/health/ready`);
        return { ...(await answer.json()), status: answer.status };
      };
      const told = () =>
        office.services.db.selectFrom("notifications").select(["forUserId", "title"]).where("inBell", "=", 1).execute();

      await tellLowDisk(services);
      expect(await told()).toEqual([]);
      expect(await ready()).toMatchObject({ status: 200, disk: "ok" });

      writeFileSync(path.join(folder, "fast-alles"), Buffer.alloc(7.5 * 1024 * 1024));
      await tellLowDisk(services);
      await tellLowDisk(services);
      expect(await told()).toEqual([{ forUserId: admin.id, title: "Der Speicherplatz des Portals wird knapp" }]);
      expect(await told()).not.toContainEqual(expect.objectContaining({ forUserId: member.id }));
      expect(await ready()).toMatchObject({ status: 200, disk: "low" });
      office.advance(24 * 3_600_000);
      await tellLowDisk(services);
      expect(await told()).toHaveLength(2);

      disk?.fill();
      expect(await ready()).toMatchObject({ status: 503, disk: "full" });
    },
  );
});
