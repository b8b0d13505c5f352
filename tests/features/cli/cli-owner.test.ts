import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";

const program = path.resolve(import.meta.dirname, "../../../server/cli/main.ts");
const isRoot = process.getuid?.() === 0;
/** An account that owns nothing else here. */
const owner = 64_718;

it.skipIf(!isRoot)("root leaves nothing in a data folder that its account could not open (needs root)", async () => {
  const { dataDir } = await aDataFolder({ uploads: 1 });
  spawnSync("chown", ["-R", `${owner}:${owner}`, dataDir]);
  const target = mkdtempSync(path.join(tmpdir(), "owned-target-"));
  onTestFinished(() => rmSync(target, { recursive: true }));
  spawnSync("chown", [`${owner}:${owner}`, target]);
  const words = ["backup", "--to", target, "--recipient", await recipientOf(await createIdentity())];
  const ran = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir },
    encoding: "utf8",
  });
  expect({ status: ran.status, said: ran.stderr }).toMatchObject({ status: 0 });
  const owners = [dataDir, target].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => lstatSync(path.join(folder, String(name))).uid),
  );
  expect(owners.length).toBeGreaterThan(8);
  expect(new Set(owners)).toEqual(new Set([owner]));
});
