import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";
import { hostVariables } from "../../support/cli/host-variables.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const program = path.resolve(import.meta.dirname, "../../../server/cli/main.ts");
const isRoot = process.getuid?.() === 0;
/** An account that owns nothing else here. */
const owner = 64_718;

describe.skipIf(!isRoot)("a command of root (needs root)", () => {
  it("leaves nothing in a data folder that its account could not open", async () => {
    const { dataDir, target } = await anOwnedFolder();
    const recipient = await recipientOf(await createIdentity());
    expect(type(["backup", "--to", target, "--recipient", recipient], { dataDir })).toMatchObject({ status: 0 });
    expect(filesIn(dataDir, target)).toBeGreaterThan(8);
    expect(ownersOf(dataDir, target)).toEqual(new Set([owner]));
  });

  it("writes where root may, and belongs to root; what was refused leaves nothing there", async () => {
    const { dataDir } = await anOwnedFolder();
    const home = temporaryFolder("home-of-root");
    expect(type(["export", "alles.zip", "--user", "nobody@agentur.example"], { dataDir, cwd: home })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Kein Admin"),
    });
    expect(readdirSync(home)).toEqual([]);
    expect(type(["export", "alles.zip"], { dataDir, cwd: home })).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(home)).toEqual(["alles.zip"]);
    expect(ownersOf(home)).toEqual(new Set([0]));
    expect(readFileSync(path.join(home, "alles.zip")).subarray(0, 2).toString()).toBe("PK");
  });

  it("restores into an empty folder as the account that this belongs to, by a key that only root may read", async () => {
    const identity = await createIdentity();
    const { dataDir, target } = await anOwnedFolder();
    type(["backup", "--to", target, "--recipient", await recipientOf(identity)], { dataDir });
    const home = temporaryFolder("home-of-root");
    writeFileSync(path.join(home, "key.txt"), `# kept in the safe\n${identity}\n`, { mode: 0o600 });

    const empty = temporaryFolder("empty");
    chownSync(empty, owner, owner);
    const restore = ["restore", "--from", target, "--key-file", "key.txt"];
    const ran = type(restore, { dataDir: empty, cwd: home });
    expect(ran).toMatchObject({ status: 0, stderr: expect.not.stringContaining("chown") });
    expect(filesIn(empty)).toBeGreaterThan(3);
    expect(ownersOf(empty)).toEqual(new Set([owner]));

    const absent = path.join(empty, "srv", "portal");
    expect(type(restore, { dataDir: absent, cwd: home })).toMatchObject({ status: 0 });
    expect(ownersOf(absent)).toEqual(new Set([owner]));
  });

  it("names what is to be done where nothing says which account the portal has", async () => {
    const identity = await createIdentity();
    const { dataDir, target } = await anOwnedFolder();
    type(["backup", "--to", target, "--recipient", await recipientOf(identity)], { dataDir });
    const home = temporaryFolder("home-of-root");
    writeFileSync(path.join(home, "key.txt"), identity);
    const ofRoot = path.join(home, "portal");
    const ran = type(["restore", "--from", target, "--key-file", "key.txt"], { dataDir: ofRoot, cwd: home });
    expect(ran).toMatchObject({ status: 0, stderr: expect.stringContaining(`chown -R techcenter: ${ofRoot}`) });
    const again = type(["check"], { dataDir: ofRoot });
    expect(again.stderr).not.toContain("chown");
  });

  it("refuses a folder whose account has led it to a file of root's, or left one there", async () => {
    const ofRoot = path.join(temporaryFolder("home-of-root"), "secret.json");
    writeFileSync(ofRoot, "{}", { mode: 0o600 });
    const plants: Record<string, (file: string) => void> = {
      "ist ein Link": (file) => symlinkSync(ofRoot, file),
      "gehört einem anderen Konto": (file) => linkSync(ofRoot, file),
    };
    for (const [sentence, plant] of Object.entries(plants))
      for (const name of ["secrets.json", "techcenter.sqlite"]) {
        const { dataDir } = await anOwnedFolder();
        rmSync(path.join(dataDir, name));
        plant(path.join(dataDir, name));
        const { status, stderr } = type(["rotate-keys"], { dataDir });
        expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining(`${name} ${sentence}`) });
        expect(stderr.trim().split("\n")).toHaveLength(1);
      }
    expect(readFileSync(ofRoot, "utf8")).toBe("{}");
  });

  it("follows links in a folder that is root's, unless others write there as well", async () => {
    const { dataDir } = await anOwnedFolder();
    const linked = temporaryFolder("linked");
    for (const name of ["secrets.json", "techcenter.sqlite", "uploads"])
      symlinkSync(path.join(dataDir, name), path.join(linked, name));
    chmodSync(linked, 0o755);
    expect(type(["check"], { dataDir: linked })).toMatchObject({ status: 0, stderr: "" });
    expect(ownersOf(dataDir)).toEqual(new Set([owner]));
    chmodSync(linked, 0o777);
    expect(type(["check"], { dataDir: linked }).stderr).toContain("ist ein Link");
  });

  it("keeps the groups of the account, which may be all that opens a target", async () => {
    const daemon = 1;
    const { dataDir, target } = await anOwnedFolder(daemon);
    const group = 64_800;
    chownSync(target, 0, group);
    chmodSync(target, 0o770);
    const groups = path.join(temporaryFolder("etc"), "group");
    writeFileSync(groups, `${readFileSync("/etc/group", "utf8")}\nbackups:x:${group}:daemon\n`);
    const recipient = await recipientOf(await createIdentity());
    const ran = type(["backup", "--to", target, "--recipient", recipient], { dataDir, groups });
    expect(ran).toMatchObject({ status: 0 });
    expect(statSync(path.join(target, "snapshots")).uid).toBe(daemon);
  });
});

/** A data folder and a target of another account. */
async function anOwnedFolder(account = owner) {
  const { dataDir } = await aDataFolder({ uploads: 1 });
  const target = temporaryFolder("owned-target");
  mkdirSync(target, { recursive: true });
  spawnSync("chown", ["-R", `${account}:${account}`, dataDir, target]);
  return { dataDir, target };
}

/** Runs the command as root, who may see other groups than those of this machine. */
function type(words: string[], { dataDir, cwd, groups }: { dataDir: string; cwd?: string; groups?: string }) {
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", program, ...words];
  const mounted = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" /etc/group && exec "$@"', groups ?? "", ...command];
  const [name = "", ...args] = groups ? mounted : command;
  const { status, stdout, stderr } = spawnSync(name, args, {
    cwd,
    env: { ...hostVariables(), DATA_DIR: dataDir },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)));
const filesIn = (...folders: string[]) => folders.flatMap(namesIn).length;
const ownersOf = (...folders: string[]) => new Set(folders.flatMap(namesIn).map((file) => lstatSync(file).uid));
