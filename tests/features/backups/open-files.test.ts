import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { createIdentity, encrypt } from "../../../server/backup/encryption.ts";
import { findFormerUploads, withFormer } from "../../../server/backup/former-uploads.ts";
import { loadHostKey } from "../../../server/backup/host-key.ts";
import { toLine } from "../../../server/backup/manifest.ts";
import { stageRestore } from "../../../server/backup/restore.ts";
import { removeOld } from "../../../server/backup/retention.ts";
import { archiveName, listSnapshots, manifestName, openManifest } from "../../../server/backup/snapshots.ts";
import { verify } from "../../../server/backup/verify.ts";
import { aDataFolder, type BackupDesk, deskOwner, flipBit, openBackupDesk } from "../../support/backups/data-folder.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";
import { until } from "../../support/until.ts";

const descriptors = "/proc/self/fd";
/** More than all buffers together take in, so that no manifest is read to its end by chance. */
const manyUploads = 100_000;

let dataDir: string;
let desk: BackupDesk;
let scratch: string;
/** Whatever the target has given: what is forgotten would be closed by the garbage collection. */
let got: unknown[];
beforeEach(async () => {
  ({ dataDir } = await aDataFolder({ uploads: 1, bytes: 2_000_000 }));
  desk = await openBackupDesk(dataDir);
  got = [];
  const { target } = desk;
  desk.target = {
    ...target,
    async get(name) {
      const stored = await target.get(name);
      got.push(stored);
      return stored;
    },
  };
  scratch = temporaryFolder("scratch");
});

/** The files below these folders that this process has open, also those that are removed already. */
const openBelow = (...folders: string[]): string[] =>
  readdirSync(descriptors)
    .flatMap((descriptor) => {
      try {
        return [readlinkSync(path.join(descriptors, descriptor))];
      } catch {
        return [];
      }
    })
    .filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)));

async function nothingStaysOpen(...folders: string[]): Promise<void> {
  await until(() => expect(openBelow(desk.folder, scratch, ...folders)).toEqual([]));
  expect(got.length).toBeGreaterThan(0);
}

/** Puts a manifest of so many uploads in place of the one that a snapshot has. */
async function lengthen(id: string): Promise<void> {
  const { header, close } = await openManifest(desk.target, id, desk.identity);
  await close();
  const keys = Array.from({ length: manyUploads }, () => randomBytes(32).toString("base64url")).sort();
  const text = [header, ...keys.map((key) => ({ key, missing: true as const }))].map(toLine).join("");
  const sealed = await buffer(await encrypt(Readable.from([gzipSync(text)]), header.recipients));
  await desk.target.put(manifestName(id), () => Readable.from([sealed]), sealed.length);
}

const test = (identity = desk.identity) =>
  verify({ target: desk.target, identity, scratch: path.join(scratch, "in"), samples: "all" });
const only = async () => (await listSnapshots(desk.target)).snapshots[0]?.id ?? "";
const inTarget = (name: string) => path.join(desk.folder, name);

/** Flips one bit of a file where its header says who may open it. */
function flipHeader(file: string): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(80) ^ 1, 80);
  writeFileSync(file, bytes);
}

describe.skipIf(!existsSync(descriptors))("whatever reads a backup closes what it has opened (needs /proc)", () => {
  it("where the key is another one", async () => {
    await desk.run();
    await expect(test(await createIdentity())).rejects.toMatchObject({ code: "wrongKey" });
    await nothingStaysOpen();
  });

  it.each(["archive", "object"])("where the header of an %s is damaged", async (what) => {
    await desk.run();
    const [object = ""] = readdirSync(inTarget("objects"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".age"),
    );
    flipHeader(inTarget(what === "archive" ? archiveName(await only()) : path.join("objects", object)));
    expect((await test()).faults).toHaveLength(1);
    await nothingStaysOpen();
  });

  it("where an archive is damaged in its midst", async () => {
    await desk.run();
    flipBit(inTarget(archiveName(await only())));
    expect((await test()).faults).toHaveLength(1);
    await nothingStaysOpen();
  });

  it("where the archive of a long manifest is gone", async () => {
    await desk.run();
    await lengthen(await only());
    renameSync(inTarget(archiveName(await only())), inTarget("archive"));
    expect((await test()).faults).toEqual([expect.stringContaining("fehlt sein Archiv")]);
    await nothingStaysOpen();
  });

  it("where a manifest lies under the name of another backup", async () => {
    await desk.run();
    const id = await only();
    await lengthen(id);
    const other = id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    renameSync(inTarget(manifestName(id)), inTarget(manifestName(other)));
    expect((await test()).faults).toEqual([expect.stringContaining("das Verzeichnis eines anderen Backups")]);
    await nothingStaysOpen();
  });

  it("where a backup of a newer version is refused", async () => {
    await desk.run();
    await lengthen(await only());
    const order = { dataDir: temporaryFolder("restored"), target: desk.target, identity: desk.identity };
    await expect(stageRestore({ ...order, now: new Date(), migrations: [] })).rejects.toThrow(
      "neuer als dieses Programm",
    );
    await nothingStaysOpen(order.dataDir);
  });

  it("where retention lets a snapshot go, or reads it with another key", async () => {
    await desk.run();
    await lengthen(await only());
    await desk.run({ now: new Date("2026-11-24T02:30:00.000Z") });
    const { identity } = await loadHostKey(dataDir);
    const sweep = { owners: new Set([deskOwner]), isMarked: true, now: new Date("2026-11-24T02:40:00.000Z") };
    const retention = { hourly: 0, daily: 1, weekly: 0, monthly: 0 };
    const other = await createIdentity();
    expect(await removeOld(desk.target, { ...sweep, retention, identity: other })).toMatchObject({ snapshots: 0 });
    await nothingStaysOpen();
    expect(await removeOld(desk.target, { ...sweep, retention, identity })).toMatchObject({ snapshots: 1 });
    await nothingStaysOpen();
  });

  it("where a backup needs less of the last manifest than that has", async () => {
    await desk.run();
    await lengthen(await only());
    const hostKey = await loadHostKey(dataDir);
    const recipients = [hostKey.recipient, desk.recipient];
    const former = await findFormerUploads({ target: desk.target, hostKey, recipients, folder: scratch });
    expect(former).toBeDefined();
    for await (const keyed of withFormer(["0"], former)) expect(keyed).toEqual({ key: "0", former: undefined });
    await nothingStaysOpen();
  });
});
