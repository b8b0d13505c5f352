import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { createIdentity, decrypt, encrypt, encryptedSize, recipientOf } from "../../../server/backup/encryption.ts";
import { aDataFolder, filesIn, openBackupDesk } from "../../support/backups/data-folder.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const hasAge = spawnSync("age", ["--version"]).status === 0;
const reason = hasAge ? "" : " (skipped: age is not installed)";

describe.skipIf(!hasAge)(`with the age of the system${reason}`, () => {
  const age = (args: string[], input?: Buffer) => {
    const { status, stdout, stderr } = spawnSync("age", args, { input, maxBuffer: 1024 ** 3 });
    return { status, stdout, said: stderr.toString() };
  };

  it("a file of ours opens for each of its keys, and not for another", async () => {
    const identities = [await createIdentity(), await createIdentity()];
    const recipients = await Promise.all(identities.map(recipientOf));
    const text = Buffer.alloc(200_000, "backup");
    const file = path.join(temporaryFolder("age"), "ours.age");
    writeFileSync(file, await buffer(await encrypt(Readable.from([text]), recipients)));
    expect(readFileSync(file).length).toBe(encryptedSize(text.length, recipients));
    for (const identity of identities)
      expect(age(["-d", "-i", keyFile(identity), file])).toMatchObject({ status: 0, stdout: text });
    expect(age(["-d", "-i", keyFile(await createIdentity()), file])).toMatchObject({
      status: 1,
      said: expect.stringContaining("no identity matched"),
    });
  });

  it("a file of theirs opens here", async () => {
    const identity = await createIdentity();
    const text = Buffer.from("written by age\n");
    const { status, stdout } = age(["-r", await recipientOf(identity)], text);
    expect(status).toBe(0);
    expect((await buffer(await decrypt(Readable.from([stdout]), identity))).equals(text)).toBe(true);
  });

  it("a snapshot opens by hand, as the operations manual says", async () => {
    const { dataDir } = await aDataFolder({ uploads: 1 });
    const desk = await openBackupDesk(dataDir);
    const { id } = await desk.run();
    const folder = path.join(desk.folder, "snapshots");
    const opened = age(["-d", "-i", keyFile(desk.identity), path.join(folder, `${id}.tar.gz.age`)]);
    const listed = spawnSync("tar", ["tz"], { input: opened.stdout, encoding: "utf8" });
    expect(listed.stdout.trim().split("\n").sort()).toEqual([
      "backup-key.json",
      "checks.sqlite",
      "secrets.json",
      "techcenter.sqlite",
    ]);
    expect(filesIn(folder)).toHaveLength(2);
  });
});

function keyFile(identity: string): string {
  const file = path.join(temporaryFolder("key"), "key.txt");
  writeFileSync(file, `${identity}\n`, { mode: 0o600 });
  return file;
}
