import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { neededFiles } from "./needed-files.ts";
import { buildTools, findRuntimePackages, readLock } from "./runtime-packages.ts";

/** Beside the portal, from the same packages: what `npm run demo` and `npm run live` run. */
const besides = ["scripts/{demo,live,running-portal}.ts", "scripts/demo/**/*.ts", "app/lib/live/*.ts"];
const packages = "node_modules";
/** Of the launcher and of Node, and the browser that is fetched later. */
const always = [".installed", ".package-lock.json", ".cache", ".browser", ".bin/node"];

/**
 * Removes from `node_modules` what a built portal does not run from: the same files that an archive of it leaves out. The
 * stamp says so before the first is gone, so that whoever needs more installs it, also after a removal that was cut off.
 * False where that was done before.
 */
export function keepRunning(root: string): boolean {
  const stamp = path.join(root, packages, ".installed");
  const [hash = "", extent] = readFileSync(stamp, "utf8").split(" ");
  const isUnfinished = path.join(root, packages, ".cache/settling");
  if (extent === "running" && !existsSync(isUnfinished)) return false;
  mkdirSync(path.dirname(isUnfinished), { recursive: true });
  writeFileSync(isUnfinished, "");
  writeFileSync(stamp, `${hash} running`);
  const kept = new Set<string>();
  for (const name of runningFiles(root)) {
    for (let file = name; file !== "."; file = path.dirname(file)) kept.add(file);
  }
  removeOthers(root, packages, kept);
  rmSync(isUnfinished);
  return true;
}

function runningFiles(root: string): string[] {
  const lock = readLock(root);
  const named = Object.keys(lock[""]?.dependencies ?? {}).filter((name) => !buildTools.includes(name));
  return [
    ...findRuntimePackages(root, lock, besides).flatMap((folder) => neededFiles(root, folder)),
    // „System“ names them with version and licence.
    ...named.map((name) => `${packages}/${name}/package.json`),
    ...always.map((name) => `${packages}/${name}`),
  ];
}

function removeOthers(root: string, folder: string, kept: ReadonlySet<string>): void {
  for (const name of readdirSync(path.join(root, folder))) {
    const file = `${folder}/${name}`;
    if (!kept.has(file)) rmSync(path.join(root, file), { recursive: true, force: true });
    else if (!always.includes(file.slice(packages.length + 1)) && lstatSync(path.join(root, file)).isDirectory())
      removeOthers(root, file, kept);
  }
}
