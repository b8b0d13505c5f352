import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readLock } from "../../../scripts/package/runtime-packages.ts";
import { findSystemLibraries } from "../../../scripts/package/system-libraries.ts";
import { billOfMaterials, licencesOf, thirdPartyNotices } from "../../../scripts/package/third-party.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const lock = readLock(root);
const readIds = (name: string) =>
  JSON.parse(readFileSync(path.join(root, "node_modules", name, "index.json"), "utf8")) as string[];
const ids = new Set([
  ...readIds("spdx-license-ids"),
  ...(JSON.parse(readFileSync(path.join(root, "node_modules/spdx-license-ids/deprecated.json"), "utf8")) as string[]),
]);
const exceptions = new Set(readIds("spdx-exceptions"));

/** Made of ids, exceptions and the words between them. */
const isExpression = (text: string) =>
  text
    .replaceAll(/[()]/g, " ")
    .split(/ (?:AND|OR|WITH) /)
    .map((part) => part.trim().replace(/\+$/, ""))
    .every((part) => ids.has(part) || exceptions.has(part));

/** What CycloneDX 1.5 asks of the parts of a bill that ours has; nothing else may be in them. */
const licence = z.union([
  z.strictObject({ license: z.strictObject({ id: z.string().refine((id) => ids.has(id)) }) }),
  z.strictObject({
    license: z.strictObject({
      name: z
        .string()
        .min(1)
        .refine((name) => name !== "unknown"),
    }),
  }),
  z.strictObject({ expression: z.string().refine(isExpression) }),
]);
const component = z.strictObject({
  "bom-ref": z.string().min(1),
  type: z.enum(["application", "library"]),
  name: z.string().min(1),
  version: z.string().min(1),
  scope: z.enum(["required", "optional", "excluded"]).optional(),
  author: z.string().optional(),
  description: z.string().optional(),
  purl: z.string().regex(/^pkg:(npm|deb|generic)\/\S+@[^@\s]+$/),
  // One expression stands alone.
  licenses: z
    .array(licence)
    .min(1)
    .refine((list) => list.length === 1 || list.every((each) => "license" in each))
    .optional(),
  properties: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  externalReferences: z
    .array(
      z.strictObject({ type: z.enum(["distribution", "vcs", "website", "issue-tracker"]), url: z.string().min(1) }),
    )
    .optional(),
  hashes: z.array(z.strictObject({ alg: z.literal("SHA-512"), content: z.hex().length(128) })).optional(),
});
const bill = z.strictObject({
  $schema: z.string(),
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.5"),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  version: z.literal(1),
  metadata: z.strictObject({
    timestamp: z.iso.datetime(),
    lifecycles: z.array(z.strictObject({ phase: z.enum(["pre-build", "build"]) })),
    tools: z.array(z.strictObject({ vendor: z.string(), name: z.string(), version: z.string() })),
    component,
  }),
  components: z.array(component),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

describe("what a package says of its licence", () => {
  it("is an id only where SPDX has one, and nothing where it says nothing", () => {
    expect(licencesOf(undefined)).toBeUndefined();
    expect(licencesOf("BSD")).toEqual([{ license: { name: "BSD" } }]);
    expect(licencesOf("SEE LICENSE IN LICENSE.md")).toEqual([{ license: { name: "SEE LICENSE IN LICENSE.md" } }]);
    expect(licencesOf("MIT")).toEqual([{ license: { id: "MIT" } }]);
    expect(licencesOf("(MIT AND Zlib)")).toEqual([{ expression: "(MIT AND Zlib)" }]);
  });
});

describe("the bill of materials", () => {
  const made = bill.parse(JSON.parse(billOfMaterials(root, lock)));

  it("names each part once, and as dependencies only parts that are there", () => {
    const references = [made.metadata.component, ...made.components].map((part) => part["bom-ref"]);
    expect(new Set(references).size).toBe(references.length);
    const named = made.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((reference) => !references.includes(reference))).toEqual([]);
    expect(new Set(made.dependencies.map(({ ref }) => ref)).size).toBe(made.dependencies.length);
  });

  it.skipIf(process.platform !== "linux")("has the libraries of the machine that packs, as the notices do", () => {
    const libraries = findSystemLibraries(root);
    expect(libraries.map(({ name }) => name)).toEqual(["libstdc++.so.6", "libgcc_s.so.1"]);
    const notices = thirdPartyNotices(root, lock);
    for (const { name, version } of libraries) {
      expect(made.components.find((part) => part.name === name)).toMatchObject({
        version,
        licenses: [{ expression: "GPL-3.0-or-later WITH GCC-exception-3.1" }],
      });
      expect(notices).toContain(`${name} ${version}: GPL-3.0-or-later WITH GCC-exception-3.1; from `);
    }
    expect(notices).toMatch(/GCC RUNTIME LIBRARY EXCEPTION|GCC-exception-3\.1\.html/);
    expect(notices).toMatch(/GNU GENERAL PUBLIC LICENSE|GPL-3\.0-or-later\.html/);
    expect(notices).not.toContain(": unknown");
  });
});
