import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

export interface LockedPackage {
  version?: string;
  license?: string;
  /** A folder of this project that stands in for a package. */
  link?: boolean;
  resolved?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export type Lock = Record<string, LockedPackage>;

const imported =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\b(?:require|resolve)\(\s*)["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"'\n]*)?["']/g;
/** The browser in which pages are printed is an archive of its own: it weighs more than everything else but Node. */
export const browserPackage = "@sparticuz/chromium";

/** What builds the browser's part: installed for whoever starts from source, and part of no archive. */
export const buildTools = [
  "@remix-run/dev",
  "@remix-run/fs-routes",
  "@remix-run/route-config",
  "autoprefixer",
  "postcss",
  "rollup",
  "tailwindcss",
  "vite",
];

/** Started as a program, which no import names. */
const programs = ["@soketi/soketi"];

/** Drawn in browsers alone, whose scripts hold it: the renderer of pages names it and never loads it. */
const onlyInBrowsers = ["mermaid"];

export const readLock = (root: string): Lock =>
  (JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as { packages: Lock }).packages;

const portalCode = ["server/**/*.ts", "contract/**/*.ts", "migrations/**/*.ts", "build/server/**/*.js"];

/**
 * The folders of `node_modules` that the built portal needs: the packages that its code names, and what these depend on.
 * What only the browser's scripts use is part of the build and stays out. `others` is code that runs beside it.
 */
export function findRuntimePackages(root: string, lock: Lock, others: readonly string[] = []): string[] {
  const { dependencies = {} } = lock[""] ?? {};
  const named = new Set(programs);
  for (const file of globSync([...portalCode, ...others], { cwd: root }))
    for (const [, name = ""] of readFileSync(path.join(root, file), "utf8").matchAll(imported))
      if (name in dependencies && !onlyInBrowsers.includes(name) && !buildTools.includes(name)) named.add(name);
  const node = Object.keys(lock[""]?.optionalDependencies ?? {}).filter((name) => isInstalled(root, name));
  return closureOf(root, lock, [...named, ...node]);
}

/** The folders of the browser and of what it needs that is not among `known` already. */
export function findBrowserPackages(root: string, lock: Lock, known: readonly string[]): string[] {
  const has = new Set(known);
  return closureOf(root, lock, [browserPackage]).filter((folder) => !has.has(folder));
}

/** The folders of every package whose code reaches a portal or a browser, by which of the archives ever. */
export function findDeliveredPackages(root: string, lock: Lock): string[] {
  const { dependencies = {}, optionalDependencies = {} } = lock[""] ?? {};
  const named = Object.keys(dependencies).filter((name) => !buildTools.includes(name));
  return closureOf(root, lock, [...named, ...Object.keys(optionalDependencies), browserPackage]);
}

const isInstalled = (root: string, name: string) => existsSync(path.join(root, "node_modules", name));

/** The browser with what it needs, as the lock file places them, whether they are installed or not. */
export const lockedBrowserPackages = (root: string, lock: Lock): string[] =>
  closureOf(root, lock, [browserPackage], () => true);

type IsThere = (file: string) => boolean;

function closureOf(root: string, lock: Lock, names: readonly string[], isThere: IsThere = existsSync): string[] {
  const found = new Set<string>();
  const open = names.map((name) => ({ name, from: "" }));
  for (let next = open.pop(); next; next = open.pop()) {
    const folder = resolveFrom(root, lock, next, isThere);
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    const entry = lock[folder];
    const own = entry?.link ? lock[entry.resolved ?? ""] : entry;
    const { dependencies, optionalDependencies, peerDependencies } = own ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      if (name !== "typescript") open.push({ name, from: folder });
  }
  return [...found].sort();
}

/** Looks for a package where Node would: beside who asks, then folder by folder towards the root. */
function resolveFrom(
  root: string,
  lock: Lock,
  { name, from }: { name: string; from: string },
  isThere: IsThere,
): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const candidate = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[candidate] && isThere(path.join(root, candidate))) return candidate;
    if (folder === "") return undefined;
  }
}
