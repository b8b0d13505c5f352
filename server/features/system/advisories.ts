import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../../..");
/** Beside the program where it was packed, else where a start from source leaves it. */
const candidates = [path.join(root, "advisories.json"), path.join(root, "node_modules/.cache/advisories.json")];

export const advisorySeverities = {
  critical: "kritisch",
  high: "hoch",
  moderate: "mittel",
  low: "gering",
  info: "Hinweis",
} as const;

/** Why nothing is known, in sentences of the portal's own: what npm says of a failure names hosts. */
export const notCheckedReasons = {
  offline: "Beim Packen war keine Verbindung erlaubt.",
  silent: "Die Registry hat nicht geantwortet.",
} as const;

const checked = z.object({
  checkedAt: z.coerce.date(),
  packages: z.array(z.object({ name: z.string(), severity: z.enum(Object.keys(advisorySeverities)) })),
});
const notChecked = z.object({ reason: z.string() }).transform(({ reason }) => ({
  reason: Object.values(notCheckedReasons).find((known) => known === reason) ?? notCheckedReasons.silent,
}));

export type Advisory = { name: string; severity: keyof typeof advisorySeverities };

/** What `npm audit` knew of the packages, or why nobody asked: not checked is not the same as nothing found. */
export type Advisories = { checkedAt: Date; packages: Advisory[] } | { reason: string };

/** What was found when this program was packed or installed. */
export async function readAdvisories(files: readonly string[] = candidates): Promise<Advisories> {
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    try {
      return z.union([checked, notChecked]).parse(JSON.parse(text)) as Advisories;
    } catch {
      return { reason: "Das Ergebnis der letzten Prüfung ist nicht zu lesen." };
    }
  }
  return { reason: "Für diese Installation liegt kein Ergebnis vor." };
}

/** „nichts bekannt“, or the gravest by name. */
export function nameAdvisories(packages: readonly Advisory[]): string {
  if (packages.length === 0) return "nichts bekannt";
  const order = Object.keys(advisorySeverities);
  const gravest = packages.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
  const named = gravest.slice(0, 4).map(({ name, severity }) => `${name} (${advisorySeverities[severity]})`);
  const more = packages.length - named.length;
  return named.join(", ") + (more > 0 ? ` und ${more} weitere` : "");
}
