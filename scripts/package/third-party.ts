import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { findDeliveredPackages, type Lock } from "./runtime-packages.ts";

interface Component {
  type: "library";
  name: string;
  version: string;
  scope: "required";
  "bom-ref": string;
  purl: string;
  licenses: { license: { id: string } }[];
}

interface Bill {
  metadata: { component: { name: string; "bom-ref": string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Every package whose code reaches a portal or a browser. */
const deliveredPackages = (root: string, lock: Lock) =>
  findDeliveredPackages(root, lock)
    .filter((folder) => !lock[folder]?.link)
    .map((folder) => {
      const { version = "", license } = lock[folder] ?? {};
      return { folder, name: folder.replace(/^.*node_modules\//, ""), version, licence: license ?? "unknown" };
    });

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
  const list = [...new Set(packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`))];
  const texts = [...users].map(([text, names]) => `${[...names].sort().join(", ")}\n\n${text}`);
  const rule = `\n\n${"-".repeat(78)}\n\n`;
  return `MEDIUM TechCenter contains the work of others under these licences.\n\n${list.sort().join("\n")}${rule}${texts.sort().join(rule)}\n`;
}

/**
 * The software bill of materials in CycloneDX, as npm writes it from the lock file; nothing is asked of a registry. What
 * only builds is taken out of it; the browser that prints, and peers that npm takes for the developers', are added.
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
    const licenses = [{ license: { id: licence } }];
    bill.components.push({ "bom-ref": reference, type: "library", name, version, scope: "required", purl, licenses });
  }
  return `${JSON.stringify(bill, null, 2)}\n`;
}
