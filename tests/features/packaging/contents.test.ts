import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOf, guideFiles, limits, oldestGlibc, ownFiles } from "../../../scripts/package/contents.ts";
import { neededGlibc } from "../../../scripts/package/needed-glibc.ts";

const whole = [
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
  "integrations/wordpress/techcenter-reporter/techcenter-reporter.php",
];
const without = (name: string) => whole.filter((other) => other !== name);
const light = { packedBytes: 1, unpackedBytes: 1 };

describe("the list that a package is checked against", () => {
  it("finds what is missing", () => {
    expect(faultsOf(whole, light, oldestGlibc)).toEqual([]);
    for (const name of ["techcenter", "server/cli/main.ts", "server/cli/health.ts", "lib/libstdc++.so.6"])
      expect(faultsOf(without(name), light, oldestGlibc)).toEqual([`${name} is missing`]);
  });

  it.each([
    "data/secrets.json",
    "data/techcenter.sqlite",
    ".env",
    ".npmrc",
    "packaging/.env",
    "packaging/techcenter.env",
    "packaging/Dockerfile",
    "docs/spec.md",
    "tests/docs.test.ts",
    "app/root.tsx",
    "node_modules/vite/package.json",
    "node_modules/typescript/lib/tsc.js",
  ])("finds %s, which nobody may get", (name) => {
    expect(faultsOf([...whole, name], light, oldestGlibc)).toEqual([`${name} does not belong there`]);
  });

  it("finds a name that is there twice and a weight over the limit", () => {
    const { maxPackedBytes, maxUnpackedBytes } = limits.portal;
    const heavy = { packedBytes: maxPackedBytes + 1, unpackedBytes: maxUnpackedBytes + 1 };
    expect(faultsOf([...whole, "LICENSE"], heavy, oldestGlibc)).toEqual([
      "a name is there twice",
      expect.stringContaining("packed"),
      expect.stringContaining("unpacked"),
    ]);
  });

  it("finds a glibc that is newer than the one that is promised", () => {
    expect(faultsOf(whole, light, "2.38")).toEqual(["glibc 2.38 is needed, and 2.34 is promised"]);
    expect(faultsOf(whole, light, "2.4")).toEqual([]);
  });
});

const root = path.resolve(import.meta.dirname, "../../..");
const native = ["@img/sharp-linux-*/lib/*.node", "@node-rs/*/*.node", "better-sqlite3/prebuilds/linux-{x64,arm64}.node"]
  .flatMap((pattern) => globSync(`node_modules/${pattern}`, { cwd: root }))
  .map((file) => path.join(root, file));

it.skipIf(process.platform !== "linux")("the glibc that is promised is the one that the packages need", () => {
  expect(neededGlibc(native)).toBe(oldestGlibc);
  for (const file of ["INSTALL.md", "techcenter"])
    expect(readFileSync(path.join(root, "packaging", file), "utf8")).toContain(`glibc ab ${oldestGlibc} `);
});

describe("the guides of an archive", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const own = ownFiles(root).map(({ name }) => name);
  const guides = guideFiles(root, own);
  const textOf = (guide: string) => guides.flatMap((one) => (one.name === guide && "text" in one ? [one.text] : []))[0];

  it("link to nothing that the archive does not have", () => {
    const names = new Set([...own, ...guides.map(({ name }) => name)]);
    const targets = [...(textOf("docs/operations.md") ?? "").matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(
      ([, target = ""]) => path.posix.join("docs", target),
    );
    expect(targets).toEqual(expect.arrayContaining(["example.env", "INSTALL.md", "packaging/techcenter.service"]));
    expect(targets.filter((target) => !names.has(target))).toEqual([]);
    expect(textOf("docs/operations.md")).toContain("compose.yaml");
  });
});
