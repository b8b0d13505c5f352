import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createEngine } from "../../server/checks/engine.ts";
import { openSource } from "../../server/checks/source.ts";
import { storeFile } from "../../server/checks/store/open-store.ts";
import { openStore, type Store } from "../../server/checks/store/store.ts";
import { type Db, databaseFile, openDatabase } from "../../server/db/connection.ts";
import { silentContext, transact } from "../../server/db/transact.ts";
import { openFiguresThread } from "../../server/features/checks/figures-thread.ts";
import { repairChecks } from "../../server/features/checks/repair.ts";
import { askReservedNames } from "../../server/features/checks/reserved-names.ts";
import { createLog } from "../../server/log.ts";
import { createManyWebsites } from "../../server/sample/many-websites.ts";
import { writeTestDatabase } from "../support/database.ts";
import { newDataDir } from "../support/portal/portal-process.ts";
import { onSqlite } from "../support/postgres/on-sqlite.ts";

const { describe } = onSqlite("threads and portal share a file that has one writer");
const count = 300;
const ownWrites = 200;
const now = () => new Date();

let dataDir: string;
let db: Db;
let store: Store;
let userId: string;

beforeEach(async () => {
  dataDir = newDataDir();
  await writeTestDatabase(dataDir);
  db = openDatabase(dataDir);
  store = openStore(storeFile(dataDir));
  userId = "jana";
  const none = {
    phone: null,
    position: null,
    imageKey: null,
    passwordHash: null,
    deactivatedAt: null,
    lastSeenAt: null,
  };
  const at = now().toISOString();
  const jana = { id: userId, name: "Jana Petersen", email: "jana@agentur.example", role: "admin" as const };
  await db
    .insertInto("users")
    .values({ ...jana, ...none, createdAt: at, joinedAt: at })
    .execute();
});
afterEach(async () => {
  store.close();
  await db.destroy();
});

/** Has every website looked at once. */
async function look(): Promise<void> {
  askReservedNames(true);
  await createManyWebsites(db, count, userId);
  await db.updateTable("websites").set({ lifecycle: "live" }).execute();
  await repairChecks({ db, now, live: { publish: async () => undefined, disconnect: () => undefined } });
  const engine = createEngine({
    store,
    source: openSource(db),
    now: Date.now,
    probe: async ({ kind }) => {
      const certificate = kind === "tls" && { certificate: someCertificate, certificateLevel: "good" as const };
      return { outcome: "ok", phases: { total: 90 }, ...certificate };
    },
    resolver: { resolveName: async () => [] },
    random: () => 0,
    log: createLog("silent"),
    unseal: (text) => text,
  });
  await engine.sync();
  await engine.runDue();
  await engine.stop();
}

const someCertificate = {
  fingerprint: "AA:BB",
  keyFingerprint: "CC:DD",
  key: "RSA 2048",
  protocol: "TLSv1.3",
  isTrusted: true,
  isSelfSigned: false,
  matchesName: true,
  chain: [],
  subject: "amsel.example",
  names: ["amsel.example"],
  issuer: "Prüfstelle",
  serial: "01",
  validFrom: "2026-01-01T00:00:00.000Z",
  validTo: "2027-01-01T00:00:00.000Z",
};

describe("the thread that writes figures", () => {
  it("writes those of all websites beside a portal that writes too, and again after its end", async () => {
    await look();
    const written = async () => {
      const rows = await db.selectFrom("websites").select("responseTimeMs").execute();
      return rows.filter(({ responseTimeMs }) => responseTimeMs === 90).length;
    };
    for (const isAnew of [false, true]) {
      if (isAnew) await db.updateTable("websites").set({ responseTimeMs: null }).execute();
      const thread = openFiguresThread({ dataDir }, () => true);
      const writing = thread.write();
      for (let no = 1; no <= ownWrites; no += 1)
        await transact(silentContext({ db, now }), async (tx) => {
          await tx.db.selectFrom("users").select("name").execute();
          await new Promise(setImmediate);
          await tx.db
            .updateTable("users")
            .set({ position: String(no) })
            .execute();
        });
      await writing;
      // What the others' writes kept it from comes with the next round.
      await thread.write();
      await thread.stop();
      const [user] = await db.selectFrom("users").select("position").execute();
      expect([await written(), user?.position]).toEqual([count, String(ownWrites)]);
    }
  });

  it("keeps nobody waiting who stops the portal", async () => {
    await look();
    const thread = openFiguresThread({ dataDir }, () => true);
    const writing = thread.write();
    await thread.stop();
    expect(await writing).toEqual([]);
    expect(await thread.write()).toEqual([]);
  });

  it("says why it could not, and is replaced", async () => {
    const thread = openFiguresThread({ dataDir: `${dataDir}/nirgends` }, () => true);
    await expect(thread.write()).rejects.toThrow();
    await expect(thread.write()).rejects.toThrow();
    await thread.stop();
  });
});

describe("a transaction that has only read so far", () => {
  it("keeps others from writing, so that it can still write itself", async () => {
    const other = new Sqlite(databaseFile(dataDir), { timeout: 0 });
    await transact(silentContext({ db, now }), async (tx) => {
      await tx.db.selectFrom("users").select("id").execute();
      expect(() => other.prepare("update users set position = 'anders'").run()).toThrow("locked");
      await tx.db.updateTable("users").set({ position: "so" }).execute();
    });
    other.prepare("update users set position = 'danach'").run();
    other.close();
    expect(await db.selectFrom("users").select("position").execute()).toEqual([{ position: "danach" }]);
  });
});
