import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { findDeliveredPackages, type Lock } from "./runtime-packages.ts";
import { findSystemLibraries, systemLicence, systemLicenceTexts } from "./system-libraries.ts";

/** As CycloneDX has them: an id is one of SPDX, an expression combines them, and everything else is a name. */
type Licences = ({ license: { id: string } | { name: string } } | { expression: string })[];

interface Component {
  type: "library";
  name: string;
  version: string;
  scope: "required";
  "bom-ref": string;
  purl: string;
  licenses?: Licences;
}

interface Bill {
  metadata: { component: { name: string; "bom-ref": string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Those of SPDX that the packages name; what is not among them is written as a name, which is never wrong. */
const spdxIds = new Set(
  `0BSD AGPL-3.0 Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC-BY-3.0 CC-BY-4.0 CC0-1.0 ISC LGPL-3.0
  LGPL-3.0-or-later MIT MIT-0 MPL-2.0 OFL-1.1 Unlicense Zlib`.split(/\s+/),
);

/** What a package says of its licence, as CycloneDX writes it; nothing where it says nothing. */
export function licencesOf(licence: string | undefined): Licences | undefined {
  if (!licence) return undefined;
  if (spdxIds.has(licence)) return [{ license: { id: licence } }];
  return / (AND|OR|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { name: licence } }];
}

/** Every package whose code reaches a portal or a browser. */
const deliveredPackages = (root: string, lock: Lock) =>
  findDeliveredPackages(root, lock)
    .filter((folder) => !lock[folder]?.link)
    .map((folder) => {
      const { version = "", license } = lock[folder] ?? {};
      const licence = license ?? formerLicence(path.join(root, folder));
      return { folder, name: folder.replace(/^.*node_modules\//, ""), version, licence };
    });

/** Packages from before SPDX name licences in a list, which the lock file leaves out. */
function formerLicence(folder: string): string | undefined {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    licenses?: { type?: string }[];
  };
  const types = (manifest.licenses ?? []).flatMap(({ type }) => type ?? []);
  return types.length > 0 ? types.join(" OR ") : undefined;
}

/** These packages with their licences, and the text of each licence once. */
export function thirdPartyNotices(root: string, lock: Lock): string {
  const packages = deliveredPackages(root, lock);
  const users = new Map<string, Set<string>>();
  for (const { folder, name, version } of packages)
    for (const file of globSync("{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}*", { cwd: path.join(root, folder) })) {
      const text = readFileSync(path.join(root, folder, file), "utf8")
        .replaceAll("\r\n", "\n")
        .trim();
      users.set(text, (users.get(text) ?? new Set()).add(`${name} ${version}`));
    }
  const libraries = findSystemLibraries(root);
  const ofLibraries = libraries.map(({ name, version }) => `${name} ${version}`);
  for (const text of libraries.length > 0 ? systemLicenceTexts() : []) users.set(text, new Set(ofLibraries));
  const list = [
    ...new Set(packages.map(({ name, version, licence = "see its text" }) => `${name} ${version}: ${licence}`)),
    ...libraries.map(({ name, version, source }) => `${name} ${version}: ${systemLicence}; from ${source}`),
  ];
  const texts = [...users].map(([text, names]) => `${[...names].sort().join(", ")}\n\n${text}`);
  const rule = `\n\n${"-".repeat(78)}\n\n`;
  return `MEDIUM TechCenter contains the work of others under these licences.\n\n${list.sort().join("\n")}${rule}${texts.sort().join(rule)}\n`;
}

/**
 * The software bill of materials in CycloneDX, as npm writes it from the lock file; nothing is asked of a registry. What
 * only builds is taken out of it; the browser that prints, peers that npm takes for the developers', and the libraries of the
 * machine that packs are added.
 */
export function billOfMaterials(root: string, lock: Lock): string {
  const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev", "--package-lock-only"];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout) as Bill;
  // npm takes the name of the folder for it.
  bill.metadata.component.name = "medium-techcenter";
  const delivered = deliveredPackages(root, lock);
  const isDelivered = new Set(delivered.map(({ name, version }) => `${name}@${version}`));
  const own = bill.metadata.component["bom-ref"];
  const isNamed = (reference: string) => reference === own || isDelivered.has(reference.replace(/\|.*$/, ""));
  bill.components = bill.components.filter(({ name, version }) => isDelivered.has(`${name}@${version}`));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isNamed(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn?.filter(isNamed) ?? [] }));
  const known = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  for (const { name, version, licence } of delivered) {
    const reference = `${name}@${version}`;
    if (known.has(reference)) continue;
    known.add(reference);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const licenses = licencesOf(licence);
    bill.components.push({ "bom-ref": reference, type: "library", name, version, scope: "required", purl, licenses });
  }
  for (const { name, version, purl } of findSystemLibraries(root)) {
    const licenses = licencesOf(systemLicence);
    bill.components.push({ "bom-ref": purl, type: "library", name, version, scope: "required", purl, licenses });
  }
  const licenceOf = new Map(delivered.map(({ name, version, licence }) => [`${name}@${version}`, licence]));
  for (const component of bill.components)
    component.licenses ??= licencesOf(licenceOf.get(`${component.name}@${component.version}`));
  return `${JSON.stringify(bill, null, 2)}\n`;
}
