import { globSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Content } from "./archive.ts";
import { isNewer } from "./needed-glibc.ts";

const megabyte = 1024 * 1024;

/** What an archive may weigh, what must be in it, and what must never be. */
export const limits = {
  portal: { maxPackedBytes: 120 * megabyte, maxUnpackedBytes: 320 * megabyte },
  chromium: { maxPackedBytes: 80 * megabyte, maxUnpackedBytes: 80 * megabyte },
};

/** The oldest glibc that INSTALL.md and the start script promise to run on. */
export const oldestGlibc = "2.34";

const expected = [
  "techcenter",
  "version",
  "platform",
  "LICENSE",
  "CHANGES.md",
  "INSTALL.md",
  "example.env",
  "THIRD-PARTY.txt",
  "sbom.cdx.json",
  "advisories.json",
  "package.json",
  "soketi.json",
  "server/portal/main.ts",
  "server/cli/main.ts",
  "server/cli/health.ts",
  "integrations/wordpress/techcenter-reporter/techcenter-reporter.php",
  "build/server/index.js",
  "node_modules/.bin/node",
  "lib/libstdc++.so.6",
  "lib/libgcc_s.so.1",
  "node_modules/@soketi/soketi/bin/server.js",
  "node_modules/better-sqlite3/package.json",
  "packaging/techcenter.service",
  "packaging/Caddyfile",
  "packaging/nginx.conf",
  "docs/operations.md",
];

const forbidden = [
  /(^|\/)\.(env|git|npmrc)/,
  /^packaging\/(?!techcenter\.service$|Caddyfile$|nginx\.conf$)/,
  /^(data|data-demo)\//,
  /^(app|tests|scripts)\//,
  /^docs\/(?!operations\.md$)/,
  /^node_modules\/(vite|vitest|typescript|@biomejs|@remix-run\/dev|esbuild|rollup|tailwindcss|happy-dom)\//,
  /\.test\.ts$/,
  /(^|\/)(secrets\.json|techcenter\.sqlite)/,
];

/** What is wrong with the files of an archive and the glibc that they need, in sentences; empty when nothing is. */
export function faultsOf(
  names: readonly string[],
  weight: { packedBytes: number; unpackedBytes: number },
  glibc: string,
): string[] {
  const has = new Set(names);
  const { maxPackedBytes, maxUnpackedBytes } = limits.portal;
  return [
    ...expected.filter((name) => !has.has(name)).map((name) => `${name} is missing`),
    ...names.filter((name) => forbidden.some((kind) => kind.test(name))).map((name) => `${name} does not belong there`),
    ...(isNewer(glibc, oldestGlibc) ? [`glibc ${glibc} is needed, and ${oldestGlibc} is promised`] : []),
    ...(has.size < names.length ? ["a name is there twice"] : []),
    ...(weight.packedBytes > maxPackedBytes ? [`${weight.packedBytes} bytes packed are over the limit`] : []),
    ...(weight.unpackedBytes > maxUnpackedBytes ? [`${weight.unpackedBytes} bytes unpacked are over the limit`] : []),
  ];
}

const own = [
  "LICENSE",
  "CHANGES.md",
  "package.json",
  "soketi.json",
  "server/**/*",
  "contract/**/*",
  "migrations/**/*.ts",
  "integrations/wordpress/**/*",
  "build/client/**/*",
  "build/server/**/*",
  "packaging/techcenter.service",
  "packaging/Caddyfile",
  "packaging/nginx.conf",
];

/** The files of this project that a portal runs from. */
export function ownFiles(root: string): Content[] {
  return own
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((name) => lstatSync(path.join(root, name)).isFile() && !name.includes("/node_modules/"))
    .map((name) => ({ name, file: path.join(root, name) }));
}

/** What lies elsewhere in an archive than in the project. */
const moved: Record<string, string> = {
  techcenter: "packaging/techcenter",
  "INSTALL.md": "packaging/INSTALL.md",
  "example.env": ".env.example",
};

/** The files that whoever installs begins with, and the guide for later, whose links lead to what the archive has. */
export function guideFiles(root: string, others: readonly string[]): Content[] {
  const guide = "docs/operations.md";
  const text = readFileSync(path.join(root, guide), "utf8");
  return [
    ...Object.entries(moved).map(([name, file]) => ({ name, file: path.join(root, file) })),
    { name: guide, text: linkedWithin(text, path.dirname(guide), others) },
  ];
}

/** Links to files lead to where these lie in the archive; what it does not have is named without a link. */
function linkedWithin(text: string, folder: string, others: readonly string[]): string {
  const newNames = new Map(Object.entries(moved).map(([name, file]) => [file, name]));
  const has = new Set([...others, ...newNames.values()]);
  return text.replace(/\[([^\]]+)\]\((?!https?:|#)([^)]+)\)/g, (_link, label: string, target: string) => {
    const file = path.posix.join(folder, target);
    const name = newNames.get(file) ?? file;
    return has.has(name) ? `[${label}](${path.posix.relative(folder, name)})` : label;
  });
}
