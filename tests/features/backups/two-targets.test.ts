import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { openLocalFolder } from "../../../server/backup/targets/local-folder.ts";
import { verify } from "../../../server/backup/verify.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { aDataFolder, filesIn, flipBit } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { openOffice } from "../../support/office.ts";
import { openReceiver } from "../../support/servers/receiver.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

it.each([
  { folderPath: "/mnt/backup", secondFolder: "/mnt/backup" },
  { folderPath: "/mnt/backup", secondFolder: "/mnt//other/../backup/" },
  { folderPath: "/mnt/backup", secondFolder: "backup" },
])("$secondFolder is no second target beside $folderPath", async (values) => {
  const office = await openOffice();
  const chief = await office.as(await office.hire({ role: "admin" }));
  await expect(chief.setting.update({ section: "backup", values, version: 0 })).rejects.toMatchObject({
    cause: { fields: { "values.secondFolder": [expect.stringMatching(/^Zweites Ziel: /)] } },
  });
});

describe("a backup with a second target", () => {
  let [dataDir, first, second, identity] = ["", "", "", ""];
  beforeEach(async () => {
    ({ dataDir } = await aDataFolder());
    [first, second, identity] = [temporaryFolder("first"), temporaryFolder("second"), await createIdentity()];
  });

  async function plan(values: Record<string, unknown>): Promise<void> {
    const recipient = await recipientOf(identity);
    const settings = { recipient, folderPath: first, secondFolder: second, ...values };
    const sqlite = new Sqlite(databaseFile(dataDir));
    const insert = sqlite.prepare(
      "insert into settings (section, values_json, secrets_json, version, updated_at) values (?, ?, '{}', 1, '2026-11-20T09:00:00.000Z')",
    );
    insert.run("backup", JSON.stringify(settings));
    insert.run("network", JSON.stringify({ allowedNetworks: ["127.0.0.0/8"] }));
    sqlite.close();
  }
  const verifyIn = async (folder: string) =>
    verify({
      target: await openLocalFolder(folder),
      identity,
      scratch: path.join(temporaryFolder("scratch"), "in"),
      samples: "all",
    });
  const lastRun = (): unknown => {
    const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
    const row = sqlite
      .prepare("select state, faults_json, result_json from backup_runs order by started_at desc limit 1")
      .get();
    sqlite.close();
    return row;
  };

  it("lies in both, each of them whole without the other", async () => {
    await plan({});
    expect(await techcenter(["backup"], { dataDir })).toMatchObject({ code: 0 });
    for (const folder of [first, second])
      expect(await verifyIn(folder)).toMatchObject({ faults: [], uploads: 3, opened: 3 });
    expect(await techcenter(["backup", "--test"], { dataDir })).toMatchObject({ code: 0 });
  });

  it.each(["first", "second"] as const)(
    "fails by the name of the %s that is gone, and the other one has it",
    async (gone) => {
      const receiver = await openReceiver();
      const absent = "/nowhere/at/all";
      await plan({
        heartbeatUrl: `${receiver.url}/ping`,
        ...(gone === "first" ? { folderPath: absent } : { secondFolder: absent }),
      });
      const { code, noted } = await techcenter(["backup"], { dataDir });
      expect({ code, noted }).toMatchObject({ code: 1, noted: expect.stringContaining(`${absent}: Das Ziel`) });
      expect(lastRun()).toMatchObject({ state: "failed", faults_json: expect.stringContaining(absent) });
      expect(await verifyIn(gone === "first" ? second : first)).toMatchObject({ faults: [] });
      expect(receiver.received).toEqual([]);
      await receiver.close();
    },
  );

  it("keeps the damage that the test of one has found where the other one is away", async () => {
    await plan({});
    await techcenter(["backup"], { dataDir });
    const archive = filesIn(first).find((file) => file.endsWith(".tar.gz.age")) ?? "";
    flipBit(path.join(first, archive));
    renameSync(second, `${second}-away`);
    expect(await techcenter(["backup", "--test"], { dataDir })).toMatchObject({ code: 1 });
    expect(lastRun()).toMatchObject({ state: "failed", faults_json: expect.stringContaining(`${first}: `) });
    expect(lastRun()).toMatchObject({ faults_json: expect.stringContaining(`${second}: Das Ziel`) });
    expect(lastRun()).toMatchObject({ result_json: expect.stringContaining('"isDamaged":true') });
  });

  it("is not damaged because one of them is away", async () => {
    await plan({});
    await techcenter(["backup"], { dataDir });
    renameSync(second, `${second}-away`);
    expect(await techcenter(["backup", "--test"], { dataDir })).toMatchObject({ code: 1 });
    expect(lastRun()).toMatchObject({ state: "failed", result_json: expect.stringContaining('"isDamaged":false') });
  });

  it("fails where both are the same folder by another name, and the first one has it", async () => {
    const other = path.join(temporaryFolder("other"), "link");
    symlinkSync(first, other);
    await plan({ secondFolder: other });
    expect(await techcenter(["backup"], { dataDir })).toMatchObject({
      code: 1,
      noted: expect.stringContaining(`${other} ist derselbe Ordner wie das erste Ziel.`),
    });
    expect(await verifyIn(first)).toMatchObject({ faults: [] });
  });

  it("fails where one lies in the data folder that it is to protect", async () => {
    const inside = path.join(dataDir, "backup");
    mkdirSync(inside);
    await plan({ secondFolder: inside });
    expect(await techcenter(["backup"], { dataDir })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("liegt im Datenordner"),
    });
    expect(filesIn(inside)).toEqual([]);
  });

  it("is tested in both, and the damaged one is named", async () => {
    await plan({});
    await techcenter(["backup"], { dataDir });
    const archive = filesIn(second).find((file) => file.endsWith(".tar.gz.age")) ?? "";
    flipBit(path.join(second, archive));
    expect(await techcenter(["backup", "--test"], { dataDir })).toMatchObject({ code: 1 });
    expect(lastRun()).toMatchObject({ state: "failed", faults_json: expect.stringContaining(`${second}: `) });
    expect(lastRun()).not.toMatchObject({ faults_json: expect.stringContaining(`${first}: `) });
  });
});
