import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entriesOf } from "../../../contract/narrowing.ts";
import { BackupProblem } from "../../../server/backup/backup-problem.ts";
import type { TargetConfig } from "../../../server/backup/targets/config.ts";
import { openTarget } from "../../../server/backup/targets/open-target.ts";
import type { BackupTarget, StoredObject } from "../../../server/backup/targets/target.ts";
import { verify } from "../../../server/backup/verify.ts";
import { aDataFolder, openBackupDesk } from "../../support/backups/data-folder.ts";
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
  close(): Promise<void>;
}

const kinds: Record<string, () => Promise<Kind>> = {
  folder: async () => ({
    config: { kind: "folder", path: temporaryFolder("target") },
    steps: {},
    reading: {},
    refuse: () => undefined,
    close: async () => undefined,
  }),
  s3: async () => {
    const { s3, refuse, close } = await openRefusingBucket();
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
      close,
    };
  },
  sftp: async () => {
    const { port, hostKey, refuse, close } = await openSftpServer(temporaryFolder("sftp"));
    const config = { kind: "sftp", host: "127.0.0.1", port, path: "/", hostKey, ...credentials } as const;
    const steps = { mkdir: 1000, write: 1000, data: 1000, rename: 1000 };
    const reading = { list: "list", get: "read", remove: "remove" };
    return { config, steps, reading, refusal: /Failure|Permission/i, refuse, close };
  },
  webdav: async () => {
    const { port, refuse, close } = await openWebdavServer(temporaryFolder("webdav"));
    const config = { kind: "webdav", url: `http://127.0.0.1:${port}/`, ...credentials } as const;
    const steps = { MKCOL: 1000, PUT: 1000, MOVE: 1000 };
    const reading = { list: "PROPFIND", get: "GET", remove: "DELETE" };
    return { config, steps, reading, refusal: /507|fetch failed|socket/i, refuse, close };
  },
};

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
    const opened = await kinds[kindName]?.();
    if (!opened) throw new Error("unknown kind");
    kind = opened;
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
      await target.put(name("a"), inChunks(bytes), bytes.length);
      const got = await target.get(name("a"));
      expect(got && bytes.equals(await buffer(got))).toBe(true);
      expect(await listed(target)).toMatchObject([
        { name: name("a"), size: bytes.length, modifiedAt: expect.any(Date) },
      ]);
    }
    await target.put(name("b"), Readable.from([Buffer.from("b")]), 1);
    expect((await listed(target)).map((object) => object.name)).toEqual([name("a"), name("b")]);
    await target.remove(name("a"));
    await target.remove(name("a"));
    expect((await listed(target)).map((object) => object.name)).toEqual([name("b")]);
    await target.remove(name("b"));
  });

  it("takes no name that leads elsewhere", async () => {
    for (const wrong of ["../secrets.json", "objects/../../x.age", "/etc/passwd", "objects/aa/x"]) {
      await expect((async () => target.put(wrong, Readable.from([]), 0))()).rejects.toBeInstanceOf(BackupProblem);
      await expect((async () => target.get(wrong))()).rejects.toBeInstanceOf(BackupProblem);
    }
  });

  it("keeps nothing of what breaks while it is sent", async () => {
    async function* breaking() {
      yield randomBytes(100_000);
      throw new Error("the disk is gone");
    }
    await expect(target.put(name("c"), Readable.from(breaking()), 200_000)).rejects.toThrow("the disk is gone");
    expect(await target.get(name("c"))).toBeUndefined();
    expect(await listed(target)).toEqual([]);
  });

  it("keeps nothing where the server refuses a step, and goes on when it does not", async () => {
    for (const [index, [step, size]] of entriesOf(kind.steps).entries()) {
      const object = name(String(index));
      kind.refuse(step);
      await expect(target.put(object, Readable.from([randomBytes(size)]), size)).rejects.toThrow(kind.refusal);
      kind.refuse(undefined);
      expect(await target.get(object)).toBeUndefined();
      await target.put(object, Readable.from([randomBytes(size)]), size);
      await target.remove(object);
    }
  });

  it("tells of a server that refuses to list, to read or to remove, instead of taking it for an empty one", async () => {
    const object = name("d");
    await target.put(object, Readable.from([randomBytes(1000)]), 1000);
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
    expect(await verify({ target, identity: desk.identity, scratch, samples: "all" })).toMatchObject({
      faults: [],
      uploads: 3,
      opened: 3,
    });
  });
});

it("what S3 has of an object whose parts it refused is dropped there", async () => {
  const { s3, refuse, seen, close } = await openRefusingBucket();
  const target = await openTarget({ kind: "s3", prefix: "portal", ...s3 }, guard);
  for (const step of ["UploadPart", "CompleteMultipartUpload"]) {
    seen.length = 0;
    refuse(step);
    const body = Readable.from([randomBytes(largerThanOnePart)]);
    await expect(target.put(name("e"), body, largerThanOnePart)).rejects.toThrow("Access Denied");
    expect(seen.at(-1)).toBe("AbortMultipartUpload");
  }
  await target.close();
  await close();
});

describe("a target that is not what it was said to be", () => {
  it("is refused where a folder is missing, instead of filling the disk below a mount", async () => {
    await expect(openTarget({ kind: "folder", path: "/nowhere/at/all" }, guard)).rejects.toMatchObject({
      name: "BackupProblem",
      cause: { code: "ENOENT" },
    });
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
});
