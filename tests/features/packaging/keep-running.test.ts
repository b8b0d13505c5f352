import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { keepRunning } from "../../../scripts/package/keep-running.ts";
import { filesIn } from "../../support/backups/data-folder.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

/** A project whose server runs on one package that needs another; a third draws in browsers, and vite builds. */
function aProject(): string {
  const root = temporaryFolder("project");
  const write = (name: string, text = "") => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const entries = {
    "": { dependencies: { runs: "1", draws: "1", vite: "1" } },
    "node_modules/runs": { version: "1", dependencies: { needed: "1" } },
    "node_modules/needed": { version: "1" },
    "node_modules/draws": { version: "1" },
    "node_modules/vite": { version: "1" },
    "node_modules/ours": { link: true, resolved: "server/ours" },
  };
  write("package-lock.json", JSON.stringify({ packages: entries }));
  write("server/main.ts", 'import "runs";');
  for (const name of ["runs", "needed", "draws", "vite"]) {
    for (const file of ["package.json", "LICENSE", "index.js", "index.js.map", "index.d.ts", "README.md"])
      write(`node_modules/${name}/${file}`);
  }
  write("node_modules/.bin/vite");
  write("node_modules/.bin/node");
  write("node_modules/.cache/node/code");
  write("node_modules/.installed", "abc portal");
  mkdirSync(path.join(root, "server/ours"));
  symlinkSync("../server/ours", path.join(root, "node_modules/ours"));
  return root;
}

const left = [
  ".bin/node",
  ".cache/node/code",
  ".installed",
  "draws/package.json",
  "needed/LICENSE",
  "needed/index.js",
  "needed/package.json",
  "runs/LICENSE",
  "runs/index.js",
  "runs/package.json",
];

it("what a built portal runs from stays, and the stamp says that no more is there", () => {
  const root = aProject();
  const packages = path.join(root, "node_modules");
  expect(keepRunning(root)).toBe(true);
  expect(filesIn(packages)).toEqual(left);
  expect(readFileSync(path.join(packages, ".installed"), "utf8")).toBe("abc running");
  expect(keepRunning(root)).toBe(false);
});

it("a removal that was cut off is finished by the next start", () => {
  const root = aProject();
  const packages = path.join(root, "node_modules");
  writeFileSync(path.join(packages, ".installed"), "abc running");
  writeFileSync(path.join(packages, ".cache/settling"), "");
  expect(keepRunning(root)).toBe(true);
  expect(filesIn(packages)).toEqual(left);
});
