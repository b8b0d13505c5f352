import { entriesOf } from "../../contract/narrowing.ts";
import { hourMs } from "../../contract/time/durations.ts";
import { BackupProblem, isCircumstance } from "./backup-problem.ts";
import { archiveName, listSnapshots, manifestName, openManifest, type Snapshot } from "./snapshots.ts";
import type { BackupTarget } from "./targets/target.ts";

export interface Retention {
  hourly: number;
  daily: number;
  weekly: number;
  monthly: number;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const periods: Record<keyof Retention, (at: Date) => string> = {
  hourly: (at) => at.toISOString().slice(0, 13),
  daily: dayOf,
  // Weeks begin on Monday, and are named by it.
  weekly: (at) => dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 24 * hourMs)),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/**
 * Which snapshots stay: the newest of each of so many hours, days, weeks and months that have one, and always the newest of
 * all. Counted by what is there, so that a portal that was off for long does not lose its last backups.
 */
export function chooseKept(snapshots: readonly Snapshot[], retention: Retention): Set<string> {
  const newestFirst = [...snapshots].sort((one, other) => other.at.getTime() - one.at.getTime());
  const kept = new Set(newestFirst.slice(0, 1).map(({ id }) => id));
  for (const [name, periodOf] of entriesOf(periods)) {
    const seen = new Set<string>();
    for (const { id, at } of newestFirst) {
      const period = periodOf(at);
      if (seen.has(period)) continue;
      if (seen.size === retention[name]) break;
      seen.add(period);
      kept.add(id);
    }
  }
  return kept;
}

/** How long an unreferenced object is kept: another host may be about to reference it. */
const graceMs = 24 * hourMs;

export interface Swept {
  snapshots: number;
  objects: number;
}

interface Sweep {
  retention: Retention;
  /** Opens the manifests. */
  identity: string;
  /** The portals whose snapshots are thinned: this one, and those whose target it has taken over. */
  owners: ReadonlySet<string>;
  now: Date;
  signal?: AbortSignal | undefined;
}

/**
 * Removes the own snapshots that retention lets go, and then every object that no manifest names. A manifest goes before
 * what it names, so that a cut leaves nothing that looks whole and is not. Removes no object unless every manifest can be
 * read, and no snapshot of another portal.
 */
export async function removeOld(target: BackupTarget, sweep: Sweep): Promise<Swept> {
  const { retention, identity, now, signal } = sweep;
  const { snapshots, remains } = await listSnapshots(target);
  const own: Snapshot[] = [];
  for (const snapshot of snapshots) {
    signal?.throwIfAborted();
    if (await isOwn(target, snapshot.id, sweep)) own.push(snapshot);
  }
  const kept = chooseKept(own, retention);
  const leaving = new Set(own.map(({ id }) => id).filter((id) => !kept.has(id)));
  const swept: Swept = { snapshots: 0, objects: 0 };
  for (const id of leaving) {
    signal?.throwIfAborted();
    await target.remove(manifestName(id));
    await target.remove(archiveName(id));
    swept.snapshots += 1;
  }
  const isOld = (modifiedAt: Date) => now.getTime() - modifiedAt.getTime() > graceMs;
  for (const { name, modifiedAt } of remains) if (isOld(modifiedAt)) await target.remove(name);
  await target.removeLeftovers(new Date(now.getTime() - graceMs));
  const staying = snapshots.map(({ id }) => id).filter((id) => !leaving.has(id));
  const named = await namedObjects(target, staying, identity);
  if (!named) return swept;
  for await (const { name, modifiedAt } of target.list("objects")) {
    signal?.throwIfAborted();
    if (named.has(name) || !isOld(modifiedAt)) continue;
    await target.remove(name);
    swept.objects += 1;
  }
  return swept;
}

/**
 * Whether a snapshot is for this portal to thin. One without an owner, of a former version, belongs to whoever has the
 * host's key, as does one that this key finds damaged: kept for ever, it would keep every object.
 */
async function isOwn(target: BackupTarget, id: string, { identity, owners }: Sweep): Promise<boolean> {
  try {
    const { header, close } = await openManifest(target, id, identity);
    await close();
    return header.owner === undefined || owners.has(header.owner);
  } catch (error) {
    if (error instanceof BackupProblem && !isCircumstance(error)) return error.code === "damaged";
    throw error;
  }
}

/** The objects of all manifests; undefined where one of them cannot be read, and might name any. */
async function namedObjects(
  target: BackupTarget,
  ids: readonly string[],
  identity: string,
): Promise<Set<string> | undefined> {
  const named = new Set<string>();
  try {
    for (const id of ids) {
      const { entries } = await openManifest(target, id, identity);
      for await (const entry of entries) if ("object" in entry) named.add(entry.object);
    }
    return named;
  } catch (error) {
    if (error instanceof BackupProblem && !isCircumstance(error)) return undefined;
    throw error;
  }
}
