import { readFileSync } from "node:fs";
import path from "node:path";

/** A line of versions of a product that is supported as one, such as PHP 8.3. */
export interface Release {
  /** `PHP 8.3` */
  label: string;
  cycle: string;
  codename: string;
  /** `YYYY-MM-DD`; null while no day is set, `ended` where it is over without a known day. */
  supportedUntil: string | null;
}

/** What people write beside the product's own name. */
const otherNames: Readonly<Record<string, string>> = {
  wp: "wordpress",
  typo3cms: "typo3",
  joomlacms: "joomla",
  drupalcms: "drupal",
  contaoopensourcecms: "contao",
  adobecommerce: "magento",
  magento2: "magento",
  node: "nodejs",
  redhat: "rhel",
  redhatenterpriselinux: "rhel",
  rocky: "rocky-linux",
  alma: "almalinux",
  windows: "windows-server",
  debiangnulinux: "debian",
  opensuseleap: "opensuse",
};

/** Those whose next release ends the support of the last: keeping them up to date is daily work and no date. */
export const rolling: ReadonlySet<string> = new Set(["wordpress", "gitlab", "matomo", "vue", "react"]);

interface Product {
  id: string;
  releases: Release[];
}

let products: Map<string, Product> | undefined;

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

function readProducts(): Map<string, Product> {
  const known = new Map<string, Product>();
  const table = readFileSync(path.join(import.meta.dirname, "releases.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);
  for (const line of table) {
    const [id = "", label = "", cycle = "", codename = "", , , supportedUntil = ""] = line.split("\t");
    const product = known.get(plain(id)) ?? { id, releases: [] };
    product.releases.push({ label: `${label} ${cycle}`, cycle, codename, supportedUntil: supportedUntil || null });
    for (const name of [id, label]) known.set(plain(name), product);
  }
  for (const [name, id] of Object.entries(otherNames)) {
    const product = known.get(plain(id));
    if (product) known.set(name, product);
  }
  return known;
}

/** The product that people mean by a name such as „WordPress“, „Debian GNU/Linux“ or „php“, with what else was written. */
function findProduct(name: string): { product: Product; rest: string } | undefined {
  products ??= readProducts();
  const words = name.trim().split(/\s+/);
  for (let count = words.length; count > 0; count -= 1) {
    const product = products.get(plain(words.slice(0, count).join("")));
    if (product) return { product, rest: words.slice(count).join(" ") };
  }
  return undefined;
}

/**
 * The release to which an installed version belongs: `findRelease("PHP", "8.3.14")` is PHP 8.3. The version may stand with
 * the name („Debian 12“) or be a codename („Bookworm“); undefined for what is not known, or known too vaguely to tell.
 */
export function findRelease(name: string, version: string | null): (Release & { productId: string }) | undefined {
  const found = findProduct(name);
  if (!found) return undefined;
  const installed = (version || found.rest).toLowerCase().replace(/^v(?=\d)/, "");
  const { id, releases } = found.product;
  const [number] = /^\d+(\.\d+)*/.exec(installed) ?? [];
  const fits = ({ cycle, codename }: Release) =>
    number
      ? number === cycle || number.startsWith(`${cycle}.`)
      : codename !== "" && installed === codename.toLowerCase();
  const [release] = releases.filter(fits).sort((a, b) => b.cycle.length - a.cycle.length);
  return release && { ...release, productId: id };
}
