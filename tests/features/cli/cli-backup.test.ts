import { generateKeyPairSync } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { lockData } from "../../../server/jobs/claims.ts";
import { aDataFolder, filesIn, flipBit, uploadFile } from "../../support/backups/data-folder.ts";
import { toldByRestore } from "../../support/backups/told-by-restore.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { openSftpServer } from "../../support/servers/sftp-server.ts";
import { credentials } from "../../support/servers/webdav-server.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

it("says what there is, and how each is called", async () => {
  const dataDir = temporaryFolder("nothing");
  const { code, printed } = await techcenter(["help"], { dataDir });
  expect(code).toBe(0);
  expect(printed).toContain(`Datenordner: ${dataDir} (DATA_DIR).`);
  for (const name of ["backup", "restore", "verify", "list", "backup-key"]) expect(printed).toContain(`  ${name} `);
  // In the list, what a command is called stands before its arguments, which are in capitals.
  const names = Array.from(printed.matchAll(/^ {2}([a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)?) /gm), ([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names)
    expect((await techcenter(["help", ...name.split(" ")], { dataDir })).printed).toMatch(
      new RegExp(`^techcenter ${name}\\b`),
    );
});

it("refuses what it does not know, and a folder without a portal, in one sentence", async () => {
  const dataDir = temporaryFolder("nothing");
  expect(await techcenter(["bakcup"], { dataDir })).toMatchObject({
    code: 2,
    noted: expect.stringContaining("gibt es nicht"),
  });
  expect(await techcenter(["backup", "--too"], { dataDir })).toMatchObject({
    code: 2,
    noted: expect.stringContaining("Die Option --too gibt es nicht."),
  });
  expect(await techcenter(["backup", "--to"], { dataDir })).toMatchObject({
    code: 2,
    noted: expect.stringContaining("Die Option --to braucht einen Wert."),
  });
  expect(await techcenter(["restore", "--force=true"], { dataDir })).toMatchObject({
    code: 2,
    noted: expect.stringContaining("Die Option --force nimmt keinen Wert."),
  });
  expect(await techcenter(["backup"], { dataDir })).toMatchObject({
    code: 1,
    noted: `In ${dataDir} (DATA_DIR) liegt kein Portal; setze DATA_DIR auf seinen Datenordner.`,
  });
  const { dataDir: halved } = await aDataFolder();
  rmSync(path.join(halved, "secrets.json"));
  expect(await techcenter(["check"], { dataDir: halved })).toMatchObject({
    code: 1,
    noted: expect.stringContaining("fehlt secrets.json zur Datenbank"),
  });
});

it("makes no backup before there is a recovery key and a target", async () => {
  const { dataDir } = await aDataFolder();
  expect((await techcenter(["backup"], { dataDir })).noted).toContain("fehlt für Ordner auf diesem Rechner: Ordner");
  const to = temporaryFolder("target");
  expect((await techcenter(["backup", "--to", to], { dataDir })).noted).toContain("techcenter backup-key");
  expect(filesIn(to)).toEqual([]);
});

it("keeps a recovery key only when it was typed back", async () => {
  const { dataDir } = await aDataFolder();
  const wrong = await techcenter(["backup-key"], { dataDir, answers: [await createIdentity()] });
  expect(wrong).toMatchObject({ code: 1, noted: "Das ist nicht der Schlüssel von oben. Nichts ist geändert." });
  const right = await techcenter(["backup-key"], { dataDir, answers: [(printed) => printed.toLowerCase()] });
  expect(right.code).toBe(0);
  const [identity = ""] = right.printed.split("\n");
  for (const file of filesIn(dataDir)) expect(readFileSync(path.join(dataDir, file)).includes(identity)).toBe(false);
});

it("backs up, lists, verifies and restores by what a person types", async () => {
  const { dataDir, keys } = await aDataFolder();
  const to = temporaryFolder("target");
  const { printed } = await techcenter(["backup-key"], { dataDir, answers: [(text) => text] });
  const [identity = ""] = printed.split("\n");
  const made = await techcenter(["backup", "--to", to], { dataDir });
  expect(made).toMatchObject({ code: 0, printed: expect.stringContaining("mit 3 Dateien") });
  const [id = ""] = made.printed.split(":");
  const listed = (await techcenter(["list", "--from", to], { dataDir })).printed;
  expect(listed).toContain(id);
  expect(listed).toMatch(/ {2}\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2} {2}/);
  expect((await techcenter(["verify", "--from", to], { dataDir })).printed).toContain("davon 3 geöffnet");

  const elsewhere = path.join(temporaryFolder("restored"), "data");
  const restored = await techcenter(["restore", "--from", to], { dataDir: elsewhere, answers: [identity] });
  expect(restored.noted).toMatch(toldByRestore);
  expect(restored.printed).toContain(`${id} ist zurückgespielt`);
  expect(readFileSync(uploadFile(elsewhere, keys[0] ?? "")).length).toBe(40_000);
  const sqlite = new Sqlite(databaseFile(elsewhere));
  expect(sqlite.prepare("select kind, state, faults_json from backup_runs").all()).toEqual([
    { kind: "backup", state: "done", faults_json: "[]" },
  ]);
  sqlite.close();
  expect((await techcenter(["verify", "--from", to, "--all"], { dataDir: elsewhere })).code).toBe(0);
});

it("lists what lies in a target though the files of this host that name keys and owner are damaged", async () => {
  const { dataDir } = await aDataFolder();
  const to = temporaryFolder("target");
  await techcenter(["backup-key"], { dataDir, answers: [(text) => text] });
  const [id = ""] = (await techcenter(["backup", "--to", to], { dataDir })).printed.split(":");
  for (const name of ["backup-key.json", "backup-owner.json"]) writeFileSync(path.join(dataDir, name), "{");
  const listed = await techcenter(["list", "--from", to], { dataDir });
  expect(listed).toMatchObject({ code: 0, printed: expect.stringContaining(id) });
});

it("opens with the key that an admin keeps in a file", async () => {
  const { dataDir } = await aDataFolder({ uploads: 1 });
  const identity = await createIdentity();
  const to = temporaryFolder("target");
  expect((await techcenter(["backup", "--to", to, "--recipient", await recipientOf(identity)], { dataDir })).code).toBe(
    0,
  );
  const file = path.join(temporaryFolder("keys"), "key.txt");
  writeFileSync(file, `# created: 2026-11-23\n${identity}\n`);
  const elsewhere = temporaryFolder("restored");
  expect((await techcenter(["restore", "--from", to, "--key-file", file], { dataDir: elsewhere })).code).toBe(0);
});

it("restores over nothing that is there or runs, unless told to", async () => {
  const { dataDir } = await aDataFolder({ uploads: 1 });
  const to = temporaryFolder("target");
  await techcenter(["backup-key"], { dataDir, answers: [(text) => text] });
  await techcenter(["backup", "--to", to], { dataDir });
  expect((await techcenter(["restore", "--from", to], { dataDir })).noted).toContain("--force");
  const lock = lockData(dataDir);
  expect((await techcenter(["restore", "--from", to, "--force"], { dataDir })).noted).toContain(
    "läuft schon ein Portal",
  );
  lock.end();
  const forced = await techcenter(["restore", "--from", to, "--force"], { dataDir });
  expect(forced).toMatchObject({ code: 0, noted: expect.stringContaining("before-restore-") });
});

it("ends with 1 for a backup that is damaged", async () => {
  const { dataDir } = await aDataFolder({ uploads: 1 });
  const to = temporaryFolder("target");
  await techcenter(["backup-key"], { dataDir, answers: [(text) => text] });
  await techcenter(["backup", "--to", to], { dataDir });
  const [archive = ""] = filesIn(path.join(to, "snapshots")).filter((file) => file.endsWith(".tar.gz.age"));
  flipBit(path.join(to, "snapshots", archive));
  const { code, printed } = await techcenter(["verify", "--from", to], { dataDir });
  expect(code).toBe(1);
  expect(printed).toContain("ist beschädigt");
});

describe("a key that opens nothing", () => {
  async function aBackup() {
    const { dataDir } = await aDataFolder({ uploads: 1 });
    const identity = await createIdentity();
    const to = temporaryFolder("target");
    await techcenter(["backup", "--to", to, "--recipient", await recipientOf(identity)], { dataDir });
    return { identity, to };
  }
  const keyFile = (text: string) => {
    const file = path.join(temporaryFolder("keys"), "key.txt");
    writeFileSync(file, text);
    return file;
  };

  it("with a letter that is wrong is refused in a sentence, and calls nothing damaged", async () => {
    const { identity, to } = await aBackup();
    const wrong = `${identity.slice(0, -1)}${identity.endsWith("Q") ? "P" : "Q"}`;
    const refusal = { code: 1, printed: "", noted: expect.stringContaining("vertippt oder nicht vollständig") };
    for (const command of ["verify", "restore"]) {
      const dataDir = temporaryFolder("elsewhere");
      expect(await techcenter([command, "--from", to], { dataDir, answers: [wrong] })).toMatchObject(refusal);
      const words = [command, "--from", to, "--key-file", keyFile(wrong)];
      expect(await techcenter(words, { dataDir })).toMatchObject(refusal);
    }
  });

  it("leaves open whether the backup is sound, and names the option where it is that of the host", async () => {
    const { to } = await aBackup();
    const { dataDir } = await aDataFolder({ uploads: 0 });
    const other = ["verify", "--from", to, "--key-file", keyFile(await createIdentity())];
    expect(await techcenter(other, { dataDir })).toMatchObject({
      code: 1,
      printed: "",
      noted: `Dieser Schlüssel öffnet kein Backup in ${to}.`,
    });
    await techcenter(
      ["backup", "--to", temporaryFolder("own"), "--recipient", await recipientOf(await createIdentity())],
      {
        dataDir,
      },
    );
    const own = await techcenter(["verify", "--from", to], { dataDir });
    expect(own).toMatchObject({ code: 1, printed: "", noted: expect.stringContaining("--key-file DATEI") });
  });
});

it("comes from a server of SFTP that takes private keys alone", async () => {
  const { dataDir } = await aDataFolder({ uploads: 1 });
  const { privateKey: userKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const server = await openSftpServer(temporaryFolder("sftp"), userKey);
  onTestFinished(server.close);
  const to = `sftp://${credentials.user}@127.0.0.1:${server.port}/?hostkey=${server.hostKey}`;
  const file = path.join(temporaryFolder("keys"), "id_rsa");
  writeFileSync(file, userKey);
  const identity = await createIdentity();
  const words = ["backup", "--to", to, "--recipient", await recipientOf(identity)];
  expect((await techcenter(words, { dataDir, env: { BACKUP_SECRET: "a password" } })).noted).toContain(
    "Benutzer, Passwort oder Schlüssel stimmt nicht",
  );
  expect(await techcenter([...words, "--target-key-file", file], { dataDir })).toMatchObject({ code: 0 });

  const restored = await techcenter(["restore", "--from", to, "--target-key-file", file], {
    dataDir: temporaryFolder("restored"),
    answers: [identity],
  });
  expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining("1 Datei") });
  const listed = await techcenter(["list", "--from", to], { dataDir, env: { BACKUP_SECRET: userKey } });
  expect(listed).toMatchObject({ code: 0, printed: expect.stringMatching(/^\d{8}T/) });

  writeFileSync(file, "nothing of a key");
  expect((await techcenter(["list", "--from", to, "--target-key-file", file], { dataDir })).noted).toContain(
    "steht kein privater Schlüssel",
  );
  const folder = ["list", "--from", "/mnt", "--target-key-file", file];
  expect(await techcenter(folder, { dataDir })).toMatchObject({ code: 2, noted: expect.stringContaining("sftp://") });
});
