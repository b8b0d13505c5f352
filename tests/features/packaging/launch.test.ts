import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../support/temporary-folders.ts";

/** A clone whose packages are those of another lock file, and an `npm` on its path that notes that it was called. */
function openClone() {
  const folder = temporaryFolder("clone");
  const bin = path.join(folder, "node_modules/.bin");
  for (const name of [bin, path.join(folder, "scripts"), path.join(folder, "tools")])
    mkdirSync(name, { recursive: true });
  for (const name of ["launch.mjs", "install-packages.mjs"])
    copyFileSync(path.join(import.meta.dirname, "../../../scripts", name), path.join(folder, "scripts", name));
  writeFileSync(path.join(folder, "package-lock.json"), "{}");
  writeFileSync(path.join(folder, "node_modules/.installed"), "of-the-version-before portal");
  const node = path.join(bin, "node");
  copyFileSync(realpathSync(process.execPath), node);
  const note = path.join(folder, "npm-was-called");
  const npm = path.join(folder, "tools/npm");
  writeFileSync(npm, `#!/bin/sh\ntouch "${note}"\nexit 9\n`);
  chmodSync(npm, 0o755);
  return {
    node,
    run: (task: string) =>
      spawnSync(process.execPath, [path.join(folder, "scripts/launch.mjs"), task, "help"], {
        env: { ...process.env, PATH: path.dirname(npm) + path.delimiter + process.env.PATH },
        encoding: "utf8",
      }),
    hasInstalled: () => existsSync(note),
  };
}

async function stop(child: ChildProcess) {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

it.runIf(process.platform === "linux").each(["techcenter", "live"])(
  "npm run %s installs nothing beside a portal that runs as another version, and does without one",
  async (task) => {
    const clone = openClone();
    const portal = spawn(clone.node, ["-e", "console.log(1); setInterval(() => {}, 1000)"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void portal.kill("SIGKILL"));
    await once(portal.stdout, "data");
    expect(clone.run(task)).toMatchObject({ status: 1, stderr: expect.stringContaining("Starte das Portal neu") });
    expect(clone.hasInstalled()).toBe(false);
    await stop(portal);
    expect(clone.run(task).status).toBe(9);
    expect(clone.hasInstalled()).toBe(true);
  },
);
