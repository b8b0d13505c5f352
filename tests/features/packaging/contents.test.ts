import { describe, expect, it } from "vitest";
import { faultsOf, limits } from "../../../scripts/package/contents.ts";

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
  "build/server/index.js",
  "node_modules/.bin/node",
  "node_modules/@soketi/soketi/bin/server.js",
  "node_modules/better-sqlite3/package.json",
  "packaging/techcenter.service",
  "integrations/wordpress/techcenter-reporter/techcenter-reporter.php",
];
const light = { packedBytes: 1, unpackedBytes: 1 };

describe("the list that a package is checked against", () => {
  it("finds what is missing", () => {
    expect(faultsOf(whole, light)).toEqual([]);
    expect(faultsOf(whole.slice(1), light)).toEqual(["techcenter is missing"]);
  });

  it.each([
    "data/secrets.json",
    "data/techcenter.sqlite",
    ".env",
    ".npmrc",
    "tests/docs.test.ts",
    "app/root.tsx",
    "node_modules/vite/package.json",
    "node_modules/typescript/lib/tsc.js",
  ])("finds %s, which nobody may get", (name) => {
    expect(faultsOf([...whole, name], light)).toEqual([`${name} does not belong there`]);
  });

  it("finds a name that is there twice and a weight over the limit", () => {
    const { maxPackedBytes, maxUnpackedBytes } = limits.portal;
    const heavy = { packedBytes: maxPackedBytes + 1, unpackedBytes: maxUnpackedBytes + 1 };
    expect(faultsOf([...whole, "LICENSE"], heavy)).toEqual([
      "a name is there twice",
      expect.stringContaining("packed"),
      expect.stringContaining("unpacked"),
    ]);
  });
});
