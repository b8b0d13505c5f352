import { randomBytes } from "node:crypto";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entriesOf } from "../../../contract/narrowing.ts";
import { BackupProblem, backupProblem } from "../../../server/backup/backup-problem.ts";
import type { TargetConfig } from "../../../server/backup/targets/config.ts";
import type { LineOptions } from "../../../server/backup/targets/line.ts";
import { openTarget } from "../../../server/backup/targets/open-target.ts";
import type { BackupTarget, StoredObject } from "../../../server/backup/targets/target.ts";
import type { Clock } from "../../../server/backup/targets/throttle.ts";
import { verify } from "../../../server/backup/verify.ts";
import { newId } from "../../../server/db/new-id.ts";
import { aDataFolder, filesIn, openBackupDesk } from "../../support/backups/data-folder.ts";
import type { Disturbance } from "../../support/servers/disturbance.ts";
import { openRefusingBucket } from "../../support/servers/refusing-bucket.ts";
import { openSftpServer } from "../../support/servers/sftp-server.ts";
import { credentials, openWebdavServer } from "../../support/servers/webdav-server.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const guard = { allowedNetworks: ["127.0.0.0/8"] };
const largerThanOnePart = 17 * 1024 * 1024;

interface Kind {
  config: TargetConfig;
  /** Operations that the server can be made to refuse while an object is written, and how large it is for that. */
  steps: Readonly<Record<string, number>>;
  /** Operations that it can be made to refuse otherwise. */
  reading: Partial<Record<"list" | "get" | "remove", string>>;
  /** What a refused step says. */
  refusal?: RegExp;
  refuse(operation: string | undefined): void;
  disturb(disturbance: Disturbance | undefined): void;
  /** Where the server keeps its files. */
  folder?: string;
  close(): Promise<void>;
}

const kinds: Record<string, () => Promise<Kind>> = {
  folder: async () => ({
    config: { kind: "folder", path: temporaryFolder("target") },
    steps: {},
    reading: {},
    refuse: () => undefined,
    disturb: () => undefined,
    close: async () => undefined,
  }),
  s3: async () => {
    const { s3, refuse, disturb, close } = await openRefusingBucket();
    return {
      config: { kind: "s3", prefix: "portal", ...s3 },
      steps: {
        PutObject: 1000,
        CreateMultipartUpload: largerThanOnePart,
        UploadPart: largerThanOnePart,
        CompleteMultipartUpload: largerThanOnePart,
      },
      reading: { list: "ListObjectsV2", get: "GetObject", remove: "DeleteObject" },
      refusal: /Access Denied/,
      refuse,
      disturb,
      close,
    };
  },
  sftp: async () => {
    const { port, hostKey, folder, refuse, disturb, close } = await openSftpServer(temporaryFolder("sftp"));
    const config = { kind: "sftp", host: "127.0.0.1", port, path: "/", hostKey, ...credentials } as const;
    const steps = { mkdir: 1000, write: 1000, data: 1000, rename: 1000 };
    const reading = { list: "list", get: "read", remove: "remove" };
    return { config, steps, reading, refusal: /Failure|Permission/i, refuse, disturb, folder, close };
  },
  webdav: async () => {
    const { port, folder, refuse, disturb, close } = await openWebdavServer(temporaryFolder("webdav"));
    const config = { kind: "webdav", url: `http://127.0.0.1:${port}/`, ...credentials } as const;
    const steps = { MKCOL: 1000, PUT: 1000, MOVE: 1000 };
    const reading = { list: "PROPFIND", get: "GET", remove: "DELETE" };
    return { config, steps, reading, refusal: /507|fetch failed|socket/i, refuse, disturb, folder, close };
  },
};

function open(kindName: string): Promise<Kind> {
  const kind = kinds[kindName];
  if (!kind) throw new Error("unknown kind");
  return kind();
}

/** As files are read. */
const inChunks = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
      bytes.subarray(index * 65_536, (index + 1) * 65_536),
    ),
  );
const name = (digit: string) => `objects/${digit}${digit}/${digit.repeat(64)}.age`;
async function listed(target: BackupTarget): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const object of target.list("objects")) found.push(object);
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

describe.each(Object.keys(kinds))("a target of the kind %s", (kindName) => {
  let kind: Kind;
  let target: BackupTarget;
  beforeAll(async () => {
    kind = await open(kindName);
    target = await openTarget(kind.config, guard);
  });
  afterAll(async () => {
    await target.close();
    await kind.close();
  });

  it("gives back what it was given, replaces it, lists it and forgets it", async () => {
    expect(await listed(target)).toEqual([]);
    expect(await target.get(name("a"))).toBeUndefined();
    for (const bytes of [randomBytes(0), randomBytes(18 * 1024 * 1024), randomBytes(300_000)]) {
      await target.put(name("a"), () => inChunks(bytes), bytes.length);
      const got = await target.get(name("a"));
      expect(got && bytes.equals(await buffer(got))).toBe(true);
      expect(await listed(target)).toMatchObject([
        { name: name("a"), size: bytes.length, modifiedAt: expect.any(Date) },
      ]);
    }
    await target.put(name("b"), () => Readable.from([Buffer.from("b")]), 1);
    expect((await listed(target)).map((object) => object.name)).toEqual([name("a"), name("b")]);
    await target.remove(name("a"));
    await target.remove(name("a"));
    expect((await listed(target)).map((object) => object.name)).toEqual([name("b")]);
    await target.remove(name("b"));
  });

  it("takes no name that leads elsewhere", async () => {
    for (const wrong of ["../secrets.json", "objects/../../x.age", "/etc/passwd", "objects/aa/x"]) {
      await expect((async () => target.put(wrong, () => Readable.from([]), 0))()).rejects.toBeInstanceOf(BackupProblem);
      await expect((async () => target.get(wrong))()).rejects.toBeInstanceOf(BackupProblem);
    }
  });

  it("keeps nothing of what breaks while it is sent", async () => {
    async function* breaking() {
      yield randomBytes(100_000);
      throw new Error("the disk is gone");
    }
    await expect(target.put(name("c"), () => Readable.from(breaking()), 200_000)).rejects.toThrow("the disk is gone");
    expect(await target.get(name("c"))).toBeUndefined();
    expect(await listed(target)).toEqual([]);
  });

  it("keeps nothing where the server refuses a step, and goes on when it does not", async () => {
    for (const [index, [step, size]] of entriesOf(kind.steps).entries()) {
      const object = name(String(index));
      kind.refuse(step);
      await expect(target.put(object, () => Readable.from([randomBytes(size)]), size)).rejects.toThrow(kind.refusal);
      kind.refuse(undefined);
      expect(await target.get(object)).toBeUndefined();
      await target.put(object, () => Readable.from([randomBytes(size)]), size);
      await target.remove(object);
    }
  });

  it("tells of a server that refuses to list, to read or to remove, instead of taking it for an empty one", async () => {
    const object = name("d");
    await target.put(object, () => Readable.from([randomBytes(1000)]), 1000);
    const attempts = {
      list: () => listed(target),
      get: async () => {
        const found = await target.get(object);
        return found && buffer(found);
      },
      remove: () => target.remove(object),
    };
    for (const [attempt, operation] of entriesOf(kind.reading)) {
      kind.refuse(operation);
      await expect(attempts[attempt]()).rejects.toThrow(kind.refusal);
      kind.refuse(undefined);
    }
    expect((await listed(target)).map((found) => found.name)).toEqual([object]);
    await target.remove(object);
  });

  it("holds a backup that can be restored", async () => {
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    await desk.run({ target });
    const second = await desk.run({ target, now: new Date("2026-11-24T02:30:00.000Z") });
    expect(second.newObjects).toBe(0);
    const scratch = `${temporaryFolder("scratch")}/in`;
    const again = await openTarget(kind.config, guard);
    expect(await verify({ target: again, identity: desk.identity, scratch, samples: "all" })).toMatchObject({
      faults: [],
      uploads: 3,
      opened: 3,
    });
    await again.close();
  });
});

it("what S3 has of an object whose parts it refused is dropped there", async () => {
  const { s3, refuse, seen, close } = await openRefusingBucket();
  const target = await openTarget({ kind: "s3", prefix: "portal", ...s3 }, guard);
  for (const step of ["UploadPart", "CompleteMultipartUpload"]) {
    seen.length = 0;
    refuse(step);
    const body = () => Readable.from([randomBytes(largerThanOnePart)]);
    await expect(target.put(name("e"), body, largerThanOnePart)).rejects.toThrow("Access Denied");
    expect(seen.at(-1)).toBe("AbortMultipartUpload");
  }
  await target.close();
  await close();
});

/** A clock that only waiting moves, and how long was waited each time. */
function openWaitingClock(onWait: (at: number) => unknown = () => undefined) {
  let at = 0;
  const waited: number[] = [];
  const clock: Clock = {
    now: () => at,
    wait: async (ms) => {
      at += ms;
      waited.push(ms);
      await onWait(at);
    },
  };
  return { clock, waited };
}

/** Every operation that is tried again, with how large an object makes the server see it. */
const triedAgain = {
  s3: [
    "PutObject",
    "CreateMultipartUpload",
    "UploadPart",
    "CompleteMultipartUpload",
    "GetObject",
    "ListObjectsV2",
    "DeleteObject",
  ],
  sftp: ["mkdir", "write", "data", "rename", "stat", "list", "read"],
  webdav: ["MKCOL", "PUT", "MOVE", "GET", "PROPFIND", "DELETE"],
};

describe.each(entriesOf(triedAgain))("a server of the kind %s", (kindName, operations) => {
  let kind: Kind;
  beforeAll(async () => {
    kind = await open(kindName);
  });
  afterAll(() => kind.close());

  /** Puts, lists, gets and removes an object, once the operation goes wrong; in another folder each time. */
  async function goThrough(disturbance: Disturbance, digit: string, options: LineOptions = {}, server = kind) {
    const { clock, waited } = openWaitingClock();
    const target = await openTarget(server.config, guard, { clock, ...options });
    const bytes = randomBytes(server.steps[disturbance.operation] ?? 1000);
    server.disturb(disturbance);
    try {
      await target.put(name(digit), () => inChunks(bytes), bytes.length);
      expect(await listed(target)).toMatchObject([{ size: bytes.length }]);
      const got = await target.get(name(digit));
      expect(got && bytes.equals(await buffer(got))).toBe(true);
      await target.remove(name(digit));
      expect(await listed(target)).toEqual([]);
    } finally {
      server.disturb(undefined);
      await target.close();
    }
    return waited;
  }

  it("that cuts the connection is asked again, also for each part of a large object", async () => {
    for (const [index, operation] of operations.entries())
      expect([operation, await goThrough({ operation, how: "cut", times: 2 }, String(index))]).toEqual([
        operation,
        [1000, 3000],
      ]);
  });

  it("that cuts an object midway is read on from there", async () => {
    const { clock, waited } = openWaitingClock();
    const target = await openTarget(kind.config, guard, { clock });
    const bytes = randomBytes(2_000_000);
    await target.put(name("d"), () => inChunks(bytes), bytes.length);
    const operation = kind.reading.get ?? "";
    kind.disturb(
      kindName === "sftp" ? { operation, how: "cut", times: 1, spares: 5 } : { operation, how: "midway", times: 1 },
    );
    const got = await target.get(name("d"));
    expect(got && bytes.equals(await buffer(got))).toBe(true);
    kind.disturb(undefined);
    expect(waited).toEqual([1000]);
    await target.remove(name("d"));
    await target.close();
  });

  it("that takes a request and says nothing is given up, and asked again", async () => {
    // What a store does with all parts may take longer than this test waits.
    const silent = operations.filter((each) => !each.includes("Multipart")).slice(0, 5);
    // Each at a server of its own, so that all are waited for at once: a busy machine may say nothing for a second, too.
    const waits = silent.map(async (operation) => {
      const server = await open(kindName);
      try {
        return await goThrough({ operation, how: "silent", times: 1 }, "e", { idleMs: 5000 }, server);
      } finally {
        await server.close();
      }
    });
    expect(await Promise.all(waits)).toEqual(silent.map(() => [1000]));
  });

  it("that never gets better ends the run with its reason, after four attempts", async () => {
    const operation = operations[0] ?? "";
    const { clock, waited } = openWaitingClock();
    const target = await openTarget(kind.config, guard, { clock });
    kind.disturb({ operation, how: "cut", times: 9 });
    await expect(target.put(name("f"), () => Readable.from([randomBytes(10)]), 10)).rejects.toThrow();
    expect(waited).toEqual([1000, 3000, 10_000]);
    kind.disturb(undefined);
    expect(await target.get(name("f"))).toBeUndefined();
    await target.close();
  });

  it("is not asked again by a run that was ended", async () => {
    const operation = operations[0] ?? "";
    const { clock, waited } = openWaitingClock();
    const run = new AbortController();
    const target = await openTarget(kind.config, guard, { clock, signal: run.signal });
    run.abort();
    kind.disturb({ operation, how: "cut", times: 1 });
    await expect(target.put(name("f"), () => Readable.from([randomBytes(10)]), 10)).rejects.toThrow();
    expect(waited).toEqual([]);
    kind.disturb(undefined);
    await target.close();
  });
});

it("a server that knows no ranges gives an object anew, of which what has come is passed over", async () => {
  const server = await openWebdavServer(temporaryFolder("webdav"), { knowsRanges: false });
  const { clock } = openWaitingClock();
  const target = await openTarget({ kind: "webdav", url: `http://127.0.0.1:${server.port}/`, ...credentials }, guard, {
    clock,
  });
  const bytes = randomBytes(1_000_000);
  await target.put(name("a"), () => inChunks(bytes), bytes.length);
  server.disturb({ operation: "GET", how: "midway", times: 1 });
  const got = await target.get(name("a"));
  expect(got && bytes.equals(await buffer(got))).toBe(true);
  await target.close();
  await server.close();
});

describe.each([
  ["s3", "PutObject"],
  ["webdav", "PUT"],
])("a server of the kind %s that answers with a status", (kindName, operation) => {
  const small = (): Readable => Readable.from([randomBytes(1000)]);

  async function waitedAfter(how: number): Promise<number[]> {
    const opened = await open(kindName);
    const { clock, waited } = openWaitingClock();
    const target = await openTarget(opened.config, guard, { clock });
    opened.disturb({ operation, how, times: 1 });
    await target.put(name("a"), small, 1000).catch(() => waited.push(0));
    await target.close();
    await opened.close();
    return waited;
  }

  it("that will not change is not asked again", async () => {
    for (const how of [400, 401, 403, 404, 507]) expect([how, await waitedAfter(how)]).toEqual([how, [0]]);
  });

  it("of a moment is asked again", async () => {
    for (const how of [423, 429, 500, 503]) expect([how, await waitedAfter(how)]).toEqual([how, [1000]]);
  });
});

describe("what a killed run has left of an object", () => {
  const before = new Date("2026-11-22T00:00:00.000Z");
  const days = { old: new Date("2026-11-20T00:00:00.000Z"), fresh: new Date("2026-11-23T00:00:00.000Z") };

  it.each(["folder", "sftp", "webdav"])("goes from the kind %s, and nothing else does", async (kindName) => {
    const kind = await open(kindName);
    const target = await openTarget(kind.config, guard);
    await target.put(name("a"), () => Readable.from([randomBytes(10)]), 10);
    const folder = kind.config.kind === "folder" ? kind.config.path : (kind.folder ?? "");
    const snapshot = "snapshots/20261123T023000Z-1f3a9c02.tar.gz.age";
    const files: Record<string, Date> = {
      [`${name("a")}.${newId()}.part`]: days.old,
      [`${snapshot}.${newId()}.part`]: days.old,
      [`${name("a")}.${newId().replace(/.$/, "0")}.part`]: days.fresh,
      [name("a")]: days.old,
      "objects/aa/film.part": days.old,
      "snapshots/notes.txt": days.old,
    };
    mkdirSync(path.join(folder, "snapshots"), { recursive: true });
    for (const [file, at] of entriesOf(files)) {
      writeFileSync(path.join(folder, file), "x");
      utimesSync(path.join(folder, file), at, at);
    }
    await target.removeLeftovers(before);
    expect(filesIn(folder)).toEqual(Object.keys(files).slice(2).sort());
    await target.close();
    await kind.close();
  });

  it("goes from S3, where it lies in parts, and what others upload there stays", async () => {
    const { s3, uploads, close } = await openRefusingBucket();
    uploads.set("1", { key: `portal/${name("a")}`, initiated: days.old });
    uploads.set("2", { key: `portal/${name("b")}`, initiated: days.fresh });
    uploads.set("3", { key: `portal/${name("c")}`, initiated: days.old });
    uploads.set("4", { key: "portal/film.mp4", initiated: days.old });
    const target = await openTarget({ kind: "s3", prefix: "portal", ...s3 }, guard);
    await target.removeLeftovers(before);
    expect([...uploads.keys()]).toEqual(["2", "4"]);
    await target.close();
    await close();
  });

  it("stays in an S3 whose key may not look for it, and no run fails by that", async () => {
    const { s3, refuse, close } = await openRefusingBucket();
    const target = await openTarget({ kind: "s3", prefix: "portal", ...s3 }, guard);
    refuse("ListMultipartUploads");
    await target.removeLeftovers(before);
    await target.close();
    await close();
  });
});

describe("the bandwidth of a target", () => {
  const bytesPerSecond = 1_000_000;

  it.each([
    ["one object", 1_000_000],
    ["one in parts", largerThanOnePart],
  ])("holds on the line to S3, for %s: what was let through has arrived before more is", async (_what, size) => {
    const bucket = await openRefusingBucket();
    const { clock, waited } = openWaitingClock(async (at) => {
      const released = Math.min(size, (at / 1000) * bytesPerSecond);
      await expect.poll(bucket.received, { interval: 1 }).toBeGreaterThanOrEqual(released - 2 * 65_536);
    });
    const target = await openTarget({ kind: "s3", prefix: "", ...bucket.s3 }, guard, { bytesPerSecond, clock });
    const bytes = randomBytes(size);
    await target.put(name("a"), () => inChunks(bytes), size);
    expect(waited.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo((size / bytesPerSecond) * 1000, -2);
    await target.close();
    await bucket.close();
  });

  it("or not, a part of an object is told of while it is on its way", async () => {
    const { s3, close } = await openRefusingBucket();
    let passed = 0;
    const onPass = () => {
      passed += 1;
    };
    const target = await openTarget({ kind: "s3", prefix: "", ...s3 }, guard, { onPass });
    const bytes = randomBytes(1_000_000);
    await target.put(name("a"), () => inChunks(bytes), bytes.length);
    expect(passed).toBeGreaterThan(10);
    await target.close();
    await close();
  });

  it.each(Object.keys(kinds))("holds for what is sent to and read from the kind %s", async (kindName) => {
    const kind = await open(kindName);
    const { clock, waited } = openWaitingClock();
    const target = await openTarget(kind.config, guard, { bytesPerSecond, clock });
    const bytes = randomBytes(500_000);
    await target.put(name("a"), () => inChunks(bytes), bytes.length);
    const sent = waited.splice(0).reduce((sum, ms) => sum + ms, 0);
    const got = await target.get(name("a"));
    expect(got && bytes.equals(await buffer(got))).toBe(true);
    const read = waited.reduce((sum, ms) => sum + ms, 0);
    expect([sent, read]).toEqual([expect.closeTo(500, -1), expect.closeTo(500, -1)]);
    await target.close();
    await kind.close();
  });
});

describe("a target that is not what it was said to be", () => {
  it("is refused where a folder is missing, instead of filling the disk below a mount", async () => {
    await expect(openTarget({ kind: "folder", path: "/nowhere/at/all" }, guard)).rejects.toMatchObject({
      name: "BackupProblem",
      cause: { code: "ENOENT" },
    });
  });

  it("is refused where a file has the name of the folder", async () => {
    const file = path.join(temporaryFolder("target"), "backup");
    writeFileSync(file, "x");
    await expect(openTarget({ kind: "folder", path: file }, guard)).rejects.toThrow("ist kein Ordner");
  });

  it("is refused where the network is not allowed", async () => {
    const config = { host: "127.0.0.1", port: 9, user: "x", path: "/", hostKey: "SHA256:x" };
    const none = { allowedNetworks: [] };
    const blocked = { name: "BackupProblem", cause: { code: "blockedNetwork" } };
    await expect(openTarget({ kind: "sftp", ...config }, none)).rejects.toMatchObject(blocked);
    await expect(
      openTarget({ kind: "webdav", url: "http://127.0.0.1:9/", user: "", password: "" }, none),
    ).rejects.toMatchObject(blocked);
    const s3 = {
      endpoint: "http://127.0.0.1:9",
      region: "x",
      bucket: "x",
      prefix: "",
      accessKeyId: "x",
      secretAccessKey: "x",
    };
    await expect(openTarget({ kind: "s3", ...s3 }, none)).rejects.toMatchObject(blocked);
  });

  it("is refused where the SSH server shows another key, or the password is wrong", async () => {
    const server = await openSftpServer(temporaryFolder("sftp"));
    const config = { kind: "sftp", host: "127.0.0.1", port: server.port, path: "/", ...credentials } as const;
    await expect(openTarget({ ...config, hostKey: "SHA256:another" }, guard)).rejects.toThrow(server.hostKey);
    await expect(openTarget({ ...config, hostKey: server.hostKey, password: "wrong" }, guard)).rejects.toThrow(
      "authentication",
    );
    await server.close();
  });

  const reasonOf = (config: TargetConfig) =>
    openTarget(config, guard).then(
      (target) => target.close().then(() => "none"),
      (error: Error) => error.message,
    );

  it("says why in German, with the words of the server behind a colon", async () => {
    const webdav = await openWebdavServer(temporaryFolder("webdav"));
    const dav = { kind: "webdav", url: `http://127.0.0.1:${webdav.port}/`, ...credentials } as const;
    expect(await reasonOf({ ...dav, password: "wrong" })).toMatch(/Benutzer oder Passwort stimmt nicht: .*401/);
    expect(await reasonOf({ ...dav, url: `${dav.url}absent/` })).toMatch(/Den Ordner gibt es dort nicht: .*404/);
    await webdav.close();
    expect(await reasonOf(dav)).toMatch(/Der Server lehnt die Verbindung ab: .*ECONNREFUSED/);

    const sftp = await openSftpServer(temporaryFolder("sftp"));
    const { port, hostKey } = sftp;
    const ssh = { kind: "sftp", host: "127.0.0.1", port, path: "/", hostKey, ...credentials } as const;
    expect(await reasonOf({ ...ssh, password: "wrong" })).toMatch(
      /Passwort oder Schlüssel stimmt nicht: .*authentication/,
    );
    expect(await reasonOf({ ...ssh, path: "/absent" })).toMatch(
      /Den Ordner gibt es auf dem Server nicht: No such file/,
    );
    expect(await reasonOf({ ...ssh, privateKey: "no key" })).toMatch(/Der private Schlüssel lässt sich nicht lesen: /);
    await sftp.close();

    const bucket = await openRefusingBucket();
    const s3 = { kind: "s3", prefix: "", ...bucket.s3 } as const;
    expect(await reasonOf({ ...s3, bucket: "absent" })).toMatch(/Den Bucket gibt es nicht: .*bucket/i);
    bucket.refuse("ListObjectsV2");
    expect(await reasonOf(s3)).toMatch(/Die Rechte fehlen: Access Denied/);
    await bucket.close();
  });
});

it.each([
  ["CERT_HAS_EXPIRED", "Das Zertifikat des Servers ist abgelaufen: as the system says it"],
  ["SELF_SIGNED_CERT_IN_CHAIN", /^Dem Zertifikat des Servers wird nicht vertraut.*NODE_EXTRA_CA_CERTS: as the/],
  ["ENOTFOUND", "Der Name des Servers ist im DNS nicht zu finden: as the system says it"],
  ["ETIMEDOUT", "Der Server antwortet nicht: as the system says it"],
  ["EACCES", "Die Rechte fehlen: as the system says it"],
  ["EROFS", /^Der Ordner ist nur zum Lesen da.*ReadWritePaths=.*: as the system says it$/],
  ["ENOSPC", "Auf dem Datenträger ist kein Platz mehr."],
  ["E_UNHEARD_OF", "as the system says it"],
  ["SignatureDoesNotMatch", "Der Zugriffsschlüssel stimmt nicht: as the system says it"],
])("%s is told in a sentence", (code, sentence) => {
  const { message } = backupProblem(Object.assign(new Error("as the system says it"), { code, name: code }));
  expect(message).toMatch(sentence);
});
