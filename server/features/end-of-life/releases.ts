import { readFileSync } from "node:fs";
import path from "node:path";
import { addDays } from "../../../contract/time/today.ts";

/** A line of versions of a product that is supported as one, such as PHP 8.3. */
export interface Release {
  /** `PHP 8.3` */
  label: string;
  cycle: string;
  codename: string;
  /**
   * Until when fixes appear for everybody: `YYYY-MM-DD`; null while no day is set, `ended` where it is over without a
   * known day.
   */
  supportedUntil: string | null;
  /** The end of active support; from then on only security fixes appear. Null while no day is known. */
  activeUntil: string | null;
  /** The newest version; null while none is known. */
  latest: string | null;
  /** When that came out; null where nobody says so. */
  latestAt: string | null;
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
  vuejs: "vue",
  nuxtjs: "nuxt",
  redhat: "rhel",
  redhatenterpriselinux: "rhel",
  rocky: "rocky-linux",
  alma: "almalinux",
  windows: "windows-server",
  debiangnulinux: "debian",
  opensuseleap: "opensuse",
};

/** Whose extended support (LTS) is for everybody; that of others is sold. Until it ends, security fixes appear. */
const openlyExtended: ReadonlySet<string> = new Set(["debian"]);

interface Published {
  activeUntil: string | null;
  supportedUntil: string | null;
  extendedUntil: string | null;
}

/** What the published days of a product's release mean for whoever runs it. */
export function supportOf(
  productId: string,
  { activeUntil, supportedUntil, extendedUntil }: Published,
): Pick<Release, "activeUntil" | "supportedUntil"> {
  if (extendedUntil && openlyExtended.has(productId))
    return { activeUntil: activeUntil ?? supportedUntil, supportedUntil: extendedUntil };
  return { activeUntil, supportedUntil };
}

/** Those whose next release ends the support of the last: keeping them up to date is daily work and no date. */
export const rolling: ReadonlySet<string> = new Set(["wordpress", "gitlab", "matomo", "vue", "react"]);

interface Product {
  id: string;
  releases: Release[];
}

/** The releases of products as their list has them today, by the id of the product. */
export type FetchedReleases = Readonly<Record<string, readonly Release[]>>;

let fetched: FetchedReleases = {};

/** Has versions compared with what was fetched; what is not in there stays as it came with the portal. */
export function setReleases(next: FetchedReleases): void {
  fetched = next;
  products = undefined;
}

/** The products of the list that comes with the portal, with the names that its releases carry. */
export function shippedProducts(): { id: string; label: string }[] {
  const labels = new Map<string, string>();
  for (const [id = "", label = ""] of readTable()) labels.set(id, label);
  return [...labels].map(([id, label]) => ({ id, label }));
}

let products: Map<string, Product> | undefined;

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const readTable = (): string[][] =>
  readFileSync(path.join(import.meta.dirname, "releases.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));

function readProducts(): Map<string, Product> {
  const known = new Map<string, Product>();
  for (const line of readTable()) {
    const [id = "", label = "", cycle = "", codename = "", , ...said] = line;
    const [activeUntil = null, supportedUntil = null, latest = null, latestAt = null, extendedUntil = null] = said.map(
      (each) => each || null,
    );
    const product = known.get(plain(id)) ?? { id, releases: [] };
    const published = { activeUntil, supportedUntil, extendedUntil };
    product.releases.push({
      label: `${label} ${cycle}`,
      cycle,
      codename,
      ...supportOf(id, published),
      latest,
      latestAt,
    });
    for (const name of [id, label]) known.set(plain(name), product);
  }
  for (const product of new Set(known.values())) {
    const fresh = fetched[product.id] ?? [];
    const cycles = new Set(fresh.map(({ cycle }) => cycle));
    product.releases = [...fresh, ...product.releases.filter(({ cycle }) => !cycles.has(cycle))];
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

/** Fixes of several releases come out within so many days, and whoever looks after old ones does so at least once in so many. */
const roundDays = 30;
const restDays = 365;

/**
 * Whether an older release of a rolling product still gets security fixes: its makers promise them for the newest alone,
 * and some bring them out for others all the same. Known by the last version that came out for a release after its end:
 * who was left out then is left out.
 */
export function isMended({ productId, latestAt }: Release & { productId: string }): boolean {
  if (!rolling.has(productId) || !latestAt) return false;
  const releases = findProduct(productId)?.product.releases ?? [];
  const dates = (of: readonly Release[]) => of.flatMap((each) => each.latestAt ?? []).toSorted();
  const newest = dates(releases).at(-1);
  const last = dates(releases.filter((each) => each.supportedUntil && (each.latestAt ?? "") > each.supportedUntil)).at(
    -1,
  );
  if (!newest || !last || last < addDays(newest, -restDays)) return false;
  return latestAt >= addDays(last, -roundDays);
}

/** The newest release of a product, by the version that its makers have brought out last. */
export function newestRelease(productId: string): Release | undefined {
  products ??= readProducts();
  const releases = products.get(plain(productId))?.releases ?? [];
  return releases.reduce<Release | undefined>(
    (newest, each) => (newest && compareVersions(newest.cycle, each.cycle) >= 0 ? newest : each),
    undefined,
  );
}

/** Negative where the first is the older; `6.7` and `6.7.0` are the same. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split(/[.-]/).map((part) => Number.parseInt(part, 10)));
  for (let at = 0; at < Math.max(first?.length ?? 0, second?.length ?? 0); at += 1) {
    const difference = (first?.[at] || 0) - (second?.[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
