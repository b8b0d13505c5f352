import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { writeArchive } from "../../../scripts/package/archive.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const isRoot = process.getuid?.() === 0;
const contents = [
  { name: "techcenter", text: "#!/bin/sh\ncat server/cli/name\n", isProgram: true },
  { name: "server/cli/name", text: "portal" },
];

async function anArchive(): Promise<string> {
  const archive = path.join(temporaryFolder("archive"), "techcenter-1.0.0.tar.gz");
  await writeArchive(archive, "techcenter-1.0.0", contents, new Date("2026-11-28T12:00:00Z"));
  return archive;
}

it("an archive says of each folder who may enter it", async () => {
  const { stdout } = spawnSync("tar", ["-tvzf", await anArchive()], { encoding: "utf8" });
  const rights = stdout.split("\n").map((line) => [line.split(" ")[0], line.split(" ").at(-1)]);
  expect(rights).toEqual([
    ["drwxr-xr-x", "techcenter-1.0.0"],
    ["drwxr-xr-x", "techcenter-1.0.0/server"],
    ["drwxr-xr-x", "techcenter-1.0.0/server/cli"],
    ["-rw-r--r--", "techcenter-1.0.0/server/cli/name"],
    ["-rwxr-xr-x", "techcenter-1.0.0/techcenter"],
    ["", ""],
  ]);
});

const reason = isRoot ? "" : " (skipped: needs root)";
it.skipIf(!isRoot)(`whatever umask root has, the portal's account may run what it unpacks${reason}`, async () => {
  const opt = temporaryFolder("opt");
  chmodSync(opt, 0o755);
  const unpack = 'umask 077 && exec tar -xzf "$0" -C "$1"';
  expect(spawnSync("sh", ["-c", unpack, await anArchive(), opt]).status).toBe(0);
  const asOther = ["--reuid=64717", "--regid=64717", "--clear-groups", "./techcenter"];
  const ran = spawnSync("setpriv", asOther, { cwd: path.join(opt, "techcenter-1.0.0"), encoding: "utf8" });
  expect(ran).toMatchObject({ status: 0, stdout: "portal", stderr: "" });
});
