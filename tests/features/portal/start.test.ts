import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { databaseFile, openDatabase } from "../../../server/db/connection.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { readEnvironment } from "../../../server/env.ts";
import { openUploads } from "../../../server/files/uploads.ts";
import { listen } from "../../../server/http/listen.ts";
import { tryLockData } from "../../../server/jobs/claims.ts";
import { createLog } from "../../../server/log.ts";
import { closeDataFolder } from "../../../server/portal/data-folder.ts";
import { startPortal } from "../../../server/portal/portal.ts";
import { loadSecrets, readSecrets } from "../../../server/secrets.ts";
import { asStartProblem, StartProblem } from "../../../server/start-problem.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "portal-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function sentenceOf(start: () => unknown): Promise<string> {
  try {
    await start();
  } catch (error) {
    if (error instanceof StartProblem) return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}

const nodes = { REDIS_URL: "redis://redis.example", DATABASE_URL: "postgres://db.example/portal" };

describe("the environment", () => {
  it.each([
    ["one port for two", { PORT: "6001" }, "PORT und SOKETI_PORT sind beide 6001"],
    ["a path", { PUBLIC_URL: "https://agentur.example/portal" }, "wie https://agentur.example; unter einem Pfad"],
    ["an endpoint without a bucket", { S3_ENDPOINT: "https://s3.example" }, "S3_BUCKET fehlt"],
    ["a database of another kind", { DATABASE_URL: "mysql://db.example/portal" }, "DATABASE_URL hat keinen gültigen"],
    ["a way past no pooler", { DATABASE_DIRECT_URL: "postgres://db.example/portal" }, "DATABASE_URL fehlt"],
    ["a Redis of another kind", { REDIS_URL: "http://redis.example" }, "REDIS_URL hat keinen gültigen Wert"],
    ["nodes without a database", { REDIS_URL: "redis://redis.example" }, "DATABASE_URL fehlt: REDIS_URL"],
    ["nodes without a store", { ...nodes, S3_BUCKET: "" }, "S3_BUCKET fehlt: REDIS_URL"],
    ["a region without a bucket", { S3_REGION: "eu-west-1" }, "S3_BUCKET fehlt"],
  ])("is refused for %s", async (_case, variables, sentence) => {
    expect(await sentenceOf(() => readEnvironment(variables))).toContain(sentence);
  });

  it("takes the key of a root of one's own, and refuses one that is none or belongs to no root", async () => {
    const key = { DNS_ROOT: "127.0.0.1:5353", DNS_ROOT_ANCHOR: `20326 8 2 ${"AB".repeat(32)}` };
    expect(readEnvironment(key).checks.dnsRoots).toEqual([
      {
        address: "127.0.0.1",
        port: 5353,
        anchor: { keyTag: 20326, algorithm: 8, digestType: 2, digest: "ab".repeat(32) },
      },
    ]);
    expect(readEnvironment({ DNS_ROOT: key.DNS_ROOT }).checks.dnsRoots).toEqual([{ address: "127.0.0.1", port: 5353 }]);
    expect(await sentenceOf(() => readEnvironment({ ...key, DNS_ROOT: "" }))).toContain("DNS_ROOT fehlt");
    expect(await sentenceOf(() => readEnvironment({ ...key, DNS_ROOT_ANCHOR: "20326 8 2 abc" }))).toContain(
      "DNS_ROOT_ANCHOR hat keinen gültigen Wert",
    );
  });

  it("takes an address with a slash at its end, and no S3 at all", () => {
    const env = readEnvironment({ PUBLIC_URL: "https://agentur.example/", S3_REGION: "" });
    expect([env.publicUrl?.origin, env.s3]).toEqual(["https://agentur.example", undefined]);
  });

  it("takes a Redis beside a database and a store, and none", () => {
    const s3 = { S3_BUCKET: "files", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };
    expect(readEnvironment({ ...nodes, ...s3 }).redis).toEqual({ url: nodes.REDIS_URL });
    expect(readEnvironment({ ...nodes, ...s3, REDIS_URL: "" }).redis).toBeUndefined();
  });

  it("that names a foreign address to listen on is told so", async () => {
    const at = { port: 0, host: "192.0.2.1", publicUrl: undefined };
    expect(await sentenceOf(() => listen(createServer(), at))).toContain(
      "HOST=192.0.2.1 ist keine Adresse dieses Rechners",
    );
  });
});

describe("the address that it tells", () => {
  const told = async (host: string, publicUrl?: URL) => {
    const server = createServer();
    onTestFinished(() => void server.close());
    return (await listen(server, { port: 0, host, publicUrl })).replace(/:\d+$/, "");
  };

  it("is one that a browser can open: all addresses of a host are none", async () => {
    expect(await told("0.0.0.0")).toBe("http://localhost");
    expect(await told("127.0.0.1")).toBe("http://127.0.0.1");
    expect(await told("0.0.0.0", new URL("https://portal.example/"))).toBe("https://portal.example");
  });

  const hasSix = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === "::1"));
  it.skipIf(!hasSix)(`is that also by IPv6${hasSix ? "" : " (skipped: this host has none)"}`, async () => {
    for (const host of ["::", "0:0:0:0:0:0:0:0"]) expect(await told(host)).toBe("http://localhost");
    expect(await told("::1")).toBe("http://[::1]");
  });
});

describe("a second portal on the same data", () => {
  const env = () => readEnvironment({ NODE_ENV: "test", PORT: "0", SOKETI_PORT: "0", DATA_DIR: dataDir });

  it("is refused before it touches the database", async () => {
    const first = tryLockData(dataDir);
    expect(await sentenceOf(() => startPortal(env(), createLog("silent")))).toContain("läuft schon ein Portal");
    expect(existsSync(databaseFile(dataDir))).toBe(false);
    first.end();
    // What refuses it next is something else: the first one is gone.
    writeFileSync(path.join(dataDir, "secrets.json"), "{");
    expect(await sentenceOf(() => startPortal(env(), createLog("silent")))).toContain("secrets.json ist beschädigt");
    expect(tryLockData(dataDir).isAlone).toBe(true);
  });
});

describe("a database", () => {
  it("that is none is said to be damaged, not the folder to be unwritable", async () => {
    writeFileSync(databaseFile(dataDir), "kein SQLite ".repeat(1000));
    expect(await sentenceOf(() => openDatabase(dataDir))).toMatch(/^Die Datenbank .* ist beschädigt; .* Sicherung/);
  });

  it("with damaged pages is said to be damaged", async () => {
    const db = openDatabase(dataDir);
    await migrateToLatest(db);
    await db.destroy();
    const pages = Buffer.alloc(4096 * 200, 0xff);
    const bytes = readFileSync(databaseFile(dataDir));
    pages.copy(bytes, 4096);
    writeFileSync(databaseFile(dataDir), bytes);
    const start = async () => {
      const damaged = openDatabase(dataDir);
      await migrateToLatest(damaged, dataDir).finally(() => damaged.destroy());
    };
    expect(await sentenceOf(start)).toContain("ist beschädigt");
  });
});

/** Only root may become somebody else. */
const mayChangeUser = process.getuid?.() === 0;
const nobody = 65_534;

describe.skipIf(!mayChangeUser)("as another user than the one whose files these are (needs root)", () => {
  const asNobody = async (work: () => unknown) => {
    process.seteuid?.(nobody);
    try {
      return await sentenceOf(async () => {
        try {
          await work();
        } catch (error) {
          throw asStartProblem(error, dataDir) ?? error;
        }
      });
    } finally {
      process.seteuid?.(0);
    }
  };
  beforeEach(() => {
    chownSync(dataDir, nobody, nobody);
  });
  const rights = "der Benutzer, unter dem das Portal läuft, braucht die Rechte dafür";

  it("a database that may only be read", async () => {
    const db = openDatabase(dataDir);
    await migrateToLatest(db);
    await db.destroy();
    chmodSync(databaseFile(dataDir), 0o444);
    const start = async () => {
      const opened = openDatabase(dataDir);
      await opened.updateTable("users").set({ name: "x" }).execute();
    };
    const sentence = await asNobody(start);
    expect(sentence).toContain("techcenter.sqlite lässt sich nicht öffnen und beschreiben");
    expect(sentence).toContain(rights);
  });

  it("secrets that may not be read", async () => {
    loadSecrets(dataDir);
    expect(await asNobody(() => readSecrets(dataDir))).toMatch(/secrets\.json .* lässt sich nicht lesen/);
  });

  it("uploads that may not be written", async () => {
    mkdirSync(path.join(dataDir, "uploads/kept"), { recursive: true });
    chmodSync(path.join(dataDir, "uploads"), 0o755);
    const open = () => openUploads({ dataDir, s3: undefined }, { signingKey: "k".repeat(32) });
    expect(await asNobody(open)).toContain(rights);
  });
});

it("a data folder that is there for reading alone is told how a service may write it", () => {
  const error = Object.assign(new Error("as the system says it"), { code: "EROFS", path: "/srv/portal" });
  const { message } = asStartProblem(error, "/srv/portal") ?? {};
  expect(message).toMatch(/^\/srv\/portal ist nur zum Lesen da; .*DATA_DIR.* ReadWritePaths=/);
});

describe.skipIf(process.platform === "win32")("the data folder", () => {
  const rightsOf = (folder: string) => statSync(folder).mode & 0o777;

  it("that others may read is closed to them, and that is said once", () => {
    chmodSync(dataDir, 0o755);
    expect(closeDataFolder(dataDir)).toContain("konnten den Datenordner lesen");
    expect(rightsOf(dataDir)).toBe(0o700);
    expect(closeDataFolder(dataDir)).toBeUndefined();
  });

  it.skipIf(!mayChangeUser)("that belongs to somebody else stays as it is, and says so", () => {
    chmodSync(dataDir, 0o755);
    process.seteuid?.(nobody);
    try {
      expect(closeDataFolder(dataDir)).toContain("chmod 700");
    } finally {
      process.seteuid?.(0);
    }
    expect(rightsOf(dataDir)).toBe(0o755);
  });
});
