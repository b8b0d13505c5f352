import { isFuture } from "../../contract/backups/backups.ts";
import { entriesOf } from "../../contract/narrowing.ts";
import { hourMs } from "../../contract/time/durations.ts";
import { addDays, portalTime } from "../../contract/time/portal-time.ts";
import { BackupProblem, isCircumstance } from "./backup-problem.ts";
import { isLostByDisk } from "./read-object.ts";
import { archiveName, listSnapshots, manifestName, openManifest, type Snapshot } from "./snapshots.ts";
import type { BackupTarget } from "./targets/target.ts";

export interface Retention {
  hourly: number;
  daily: number;
  weekly: number;
  monthly: number;
}

const periods: Record<keyof Retention, (at: Date) => string> = {
  // In UTC no hour comes twice.
  hourly: (at) => at.toISOString().slice(0, 13),
  // By the portal's clocks, as the schedule: a night is one day, whenever it begins in UTC.
  daily: (at) => portalTime(at).day,
  weekly(at) {
    const { day, weekday } = portalTime(at);
    // Weeks begin on Monday, and are named by it.
    return addDays(day, -((weekday + 6) % 7));
  },
  monthly: (at) => portalTime(at).day.slice(0, 7),
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
  /** How many stay that cannot be read: as they might name any object, none was removed. */
  unread: number;
}

interface Sweep {
  retention: Retention;
  /** Opens the manifests. */
  identity: string;
  /** The portals whose snapshots are thinned: this one, and those whose target it has taken over. */
  owners: ReadonlySet<string>;
  /** Whether the target bears this portal's mark; on a disk without one, others may keep theirs beside. */
  isMarked: boolean;
  now: Date;
  signal?: AbortSignal | undefined;
}

/**
 * Removes the own snapshots that retention lets go, and then every object that no manifest names. A manifest goes before
 * what it names, so that a cut leaves nothing that looks whole and is not. Removes no object unless every manifest can be
 * read, and no snapshot of another portal.
 */
export async function removeOld(target: BackupTarget, sweep: Sweep): Promise<Swept> {
  const { now, signal } = sweep;
  const { snapshots, remains } = await listSnapshots(target);
  const { leaving, unread, named } = await sortOut(target, snapshots, sweep);
  const swept: Swept = { snapshots: 0, objects: 0, unread };
  for (const id of leaving) {
    signal?.throwIfAborted();
    await target.remove(manifestName(id));
    await target.remove(archiveName(id));
    swept.snapshots += 1;
  }
  const isOld = (modifiedAt: Date) => now.getTime() - modifiedAt.getTime() > graceMs;
  for (const { name, modifiedAt } of remains) if (isOld(modifiedAt)) await target.remove(name);
  await target.removeLeftovers(new Date(now.getTime() - graceMs));
  if (unread > 0) return swept;
  for await (const { name, modifiedAt } of target.list("objects")) {
    signal?.throwIfAborted();
    if (named.has(name) || !isOld(modifiedAt)) continue;
    await target.remove(name);
    swept.objects += 1;
  }
  return swept;
}

interface Sorted {
  leaving: string[];
  /** How many stay that cannot be read, and might name any object. */
  unread: number;
  /** The objects of those that stay. */
  named: Set<string>;
}

/**
 * Tells the snapshots that leave from those that stay. One that cannot be read takes the place of none that can: it leaves
 * once it is damaged and older than all that are kept, as it would keep every object for ever.
 */
async function sortOut(
  target: BackupTarget,
  newestFirst: readonly Snapshot[],
  { retention, identity, owners, isMarked, now, signal }: Sweep,
): Promise<Sorted> {
  const sorted: Sorted = { leaving: [], unread: 0, named: new Set() };
  const kept: Snapshot[] = [];
  const damaged: Snapshot[] = [];
  for (const snapshot of newestFirst) {
    signal?.throwIfAborted();
    // Until its header tells whose it is; on a target of this portal it is the own.
    let isOwn = isMarked;
    try {
      const { header, entries, close } = await openManifest(target, snapshot.id, identity);
      // One without an owner, of a former version, belongs to whoever has the host's key.
      isOwn = header.owner === undefined || owners.has(header.owner);
      // When those of the future were made cannot be told: they take the place of no other one, and none is removed.
      const counts = isOwn && !isFuture(snapshot.at, now);
      // Whether one is kept hangs on newer ones alone.
      if (counts && !chooseKept([...kept, snapshot], retention).has(snapshot.id)) {
        await close();
        sorted.leaving.push(snapshot.id);
        continue;
      }
      for await (const entry of entries) if ("object" in entry) sorted.named.add(entry.object);
      if (counts) kept.push(snapshot);
    } catch (error) {
      if (!(error instanceof BackupProblem) || isCircumstance(error)) throw error;
      sorted.unread += 1;
      // What a disk did not give today it may give tomorrow.
      if (isOwn && error.code === "damaged" && !isLostByDisk(error.cause)) damaged.push(snapshot);
    }
  }
  const oldest = kept.at(-1);
  for (const { id, at } of damaged) {
    if (!oldest || at >= oldest.at) continue;
    sorted.leaving.push(id);
    sorted.unread -= 1;
  }
  return sorted;
}
