import type { PhpSupport, SoftwareState } from "../../../contract/technologies/software.ts";
import type { Technology } from "../../../contract/technologies/technologies.ts";
import { addDays } from "../../../contract/time/today.ts";
import { compareVersions, findRelease, isMended, newestRelease, rolling } from "./releases.ts";

/**
 * How up to date an installed version is. Whether an update closes a hole is not published with the versions; it is taken
 * for one where the release only gets security fixes.
 */
export function judgeSoftware(name: string, version: string | null, today: string): SoftwareState {
  const release = findRelease(name, version);
  if (!release) return { state: "unknown", latest: null, supportedUntil: null };
  const { cycle, supportedUntil, activeUntil, latest, productId } = release;
  const newest = newestRelease(productId);
  const dated = { supportedUntil: supportedUntil === "ended" ? null : supportedUntil };
  const isOver = supportedUntil === "ended" || (supportedUntil !== null && supportedUntil < today);
  const isRolling = rolling.has(productId);
  const installed = /\d[\d.]*\d|\d/.exec(version ?? name)?.[0] ?? "";
  if (isOver && isMended(release)) {
    const lacksFix = latest !== null && compareVersions(installed, latest) < 0;
    const target = lacksFix ? latest : (newest?.latest ?? latest);
    // Its end is that of a promise which its makers do not hold to.
    return { state: lacksFix ? "security" : "update", latest: target, supportedUntil: null };
  }
  if (isOver && !(isRolling && newest?.cycle === cycle))
    return { state: "unsupported", latest: newest?.latest ?? null, ...dated };
  const target = isRolling ? (newest?.latest ?? latest) : latest;
  // A version that names its release alone, or that of a minor one, does not say what was fixed in it.
  const isCycle = installed.split(".").length <= cycle.split(".").length;
  const isVague = (isCycle || target?.startsWith(`${installed}.`)) && !isRolling;
  if (!target || isVague || compareVersions(installed, target) >= 0)
    return { state: "current", latest: target, ...dated };
  const isMendedOnly = activeUntil !== null && activeUntil < today;
  return { state: isMendedOnly && !isRolling ? "security" : "update", latest: target, ...dated };
}

/** Distributions mend these for longer than their makers, without another version. */
const ofDistributions: readonly Technology["category"][] = ["server", "hosting"];

/** How up to date the versions are that were seen, by name; what cannot be told is left out. */
export function judgeTechnologies(
  found: readonly Pick<Technology, "name" | "category" | "version">[],
  today: string,
): Record<string, SoftwareState> {
  const states = found.flatMap(({ name, category, version }) => {
    if (!version || ofDistributions.includes(category)) return [];
    const state = judgeSoftware(name, version, today);
    return state.state === "unknown" ? [] : [[name, state] as const];
  });
  return Object.fromEntries(states);
}

const soonDays = 182;

/** Whether support ends within half a year, and has not yet. */
export const endsSoon = (supportedUntil: string | null, today: string): boolean =>
  supportedUntil !== null && supportedUntil >= today && supportedUntil <= addDays(today, soonDays);

/** How long a version of PHP is supported; null for one that is not known. */
export function judgePhp(version: string | null, today: string): PhpSupport | null {
  const release = version ? findRelease("PHP", version) : undefined;
  if (!release) return null;
  const { supportedUntil } = release;
  if (supportedUntil === "ended" || (supportedUntil !== null && supportedUntil < today)) return "ended";
  return endsSoon(supportedUntil, today) ? "ending" : "supported";
}
