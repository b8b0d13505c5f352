import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { buildApp } from "./build-app.ts";
import { findAdvisories } from "./package/advisories.ts";
import { type Content, writeArchive } from "./package/archive.ts";
import { commitTime } from "./package/commit-time.ts";
import { faultsOf, guideFiles, ownFiles } from "./package/contents.ts";
import { neededFiles } from "./package/needed-files.ts";
import { neededGlibc } from "./package/needed-glibc.ts";
import { buildTools, findBrowserPackages, findRuntimePackages, readLock } from "./package/runtime-packages.ts";
import { findSystemLibraries } from "./package/system-libraries.ts";
import { billOfMaterials, thirdPartyNotices } from "./package/third-party.ts";
import { buildVersion } from "./package/version.ts";

/**
 * `npm run package`: everything that a portal runs from in one archive, with its Node; and the browser that prints pages
 * in another. Needs neither a compiler nor a registry, here as well as where it is unpacked.
 */
const root = path.resolve(import.meta.dirname, "..");
const [targetFolder = path.join(root, "dist")] = process.argv.slice(2);
const platform = `${process.platform}-${process.arch}`;
if (process.platform !== "linux") {
  console.error("Gepackt wird auf einem Linux mit glibc, für eines von dessen Art.");
  process.exit(1);
}
await buildApp();

const version = buildVersion(root);
const lock = readLock(root);
const runtime = findRuntimePackages(root, lock);
const topFolder = `techcenter-${version}`;
const inPackages = (folders: readonly string[]): Content[] =>
  folders.flatMap((folder) => neededFiles(root, folder)).map((name) => ({ name, file: path.join(root, name) }));

const advisories = findAdvisories(root, lock, new Date());
const own = ownFiles(root);
const contents: Content[] = [
  ...own,
  ...inPackages(runtime),
  ...namedOnly(),
  ...guideFiles(
    root,
    own.map(({ name }) => name),
  ),
  { name: "node_modules/.bin/node", file: path.join(root, "node_modules/.bin/node") },
  { name: "version", text: `${version}\n` },
  { name: "platform", text: `${platform}\n` },
  { name: "sbom.cdx.json", text: billOfMaterials(root, lock) },
  { name: "advisories.json", text: `${JSON.stringify(advisories, null, 2)}\n` },
  { name: "THIRD-PARTY.txt", text: thirdPartyNotices(root, lock) },
  ...findSystemLibraries(root).map(({ name, file }) => ({ name: `lib/${name}`, file })),
];
mkdirSync(targetFolder, { recursive: true });
const builtAt = commitTime(root);
const target = path.join(targetFolder, `techcenter-${version}-${platform}.tar.gz`);
const weight = await writeArchive(target, topFolder, contents, builtAt);
const native = contents.flatMap((content) =>
  "file" in content && !content.name.startsWith("lib/") ? [content.file] : [],
);
const faults = faultsOf(
  contents.map(({ name }) => name),
  weight,
  neededGlibc(native),
);
tell(target, weight);

const browser = inPackages(findBrowserPackages(root, lock, runtime));
if (process.arch === "x64") {
  const chromium = path.join(targetFolder, `techcenter-${version}-chromium-${platform}.tar.gz`);
  tell(chromium, await writeArchive(chromium, topFolder, browser, builtAt));
}
console.log(
  "checkedAt" in advisories
    ? `npm audit: ${advisories.packages.map(({ name, severity }) => `${name} (${severity})`).join(", ") || "nothing known"}`
    : `npm audit: not checked. ${advisories.reason}`,
);
for (const fault of faults) console.error(`${path.basename(target)}: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);

/** Of packages that the browser's build has taken in, what „System“ names: version and licence. */
function namedOnly(): Content[] {
  const direct = Object.keys(lock[""]?.dependencies ?? {}).filter((name) => !buildTools.includes(name));
  return direct
    .map((name) => `node_modules/${name}`)
    .filter((folder) => !runtime.includes(folder) && !lock[folder]?.link)
    .filter((folder) => existsSync(path.join(root, folder, "package.json")))
    .map((folder) => `${folder}/package.json`)
    .map((name) => ({ name, file: path.join(root, name) }));
}

function tell(file: string, { packedBytes, unpackedBytes }: { packedBytes: number; unpackedBytes: number }): void {
  const inMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  console.log(`${file}: ${inMegabytes(packedBytes)}, unpacked ${inMegabytes(unpackedBytes)}`);
}
