import { isFuture } from "../../contract/backups/backups.ts";
import { formatMoment } from "../format-moment.ts";
import { BackupProblem, isCircumstance } from "./backup-problem.ts";
import { decrypt } from "./encryption.ts";
import { type Mark, readMark } from "./owner.ts";
import { readObject, unreachable } from "./read-object.ts";
import { archiveName, listSnapshots, openManifest, type Snapshot } from "./snapshots.ts";
import type { BackupTarget } from "./targets/target.ts";

/** Who made a snapshot, as far as a key tells; a former version did not name its portal. */
export type Maker = { owner: string | undefined } | "otherKey" | "damaged";

export async function makerOf(target: BackupTarget, id: string, identity: string): Promise<Maker> {
  try {
    const { header, close } = await openManifest(target, id, identity);
    await close();
    return { owner: header.owner };
  } catch (error) {
    if (!(error instanceof BackupProblem) || isCircumstance(error)) throw error;
    return error.code === "wrongKey" && (await isOfOtherKey(target, id, identity)) ? "otherKey" : "damaged";
  }
}

/**
 * Whether a snapshot whose manifest a key does not open is another key's. Damage in the header of one file looks the same,
 * but the archive beside the manifest is for the same keys.
 */
export async function isOfOtherKey(target: BackupTarget, id: string, identity: string): Promise<boolean> {
  const archive = await readObject(target, archiveName(id));
  if (!archive) return true;
  try {
    for await (const _ of await decrypt(archive, identity)) break;
    return false;
  } catch (error) {
    if (!(error instanceof BackupProblem) || error.code === "unreachable") throw error;
    return error.code === "wrongKey";
  }
}

/** The portals whose snapshots are those of this one, in the order in which they are looked for: its own, those of the mark. */
export async function ownersIn(target: BackupTarget, own: string | undefined): Promise<ReadonlySet<string>[]> {
  const mark = await readMark(target).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  const ofMark = ({ portal, former }: Mark) => new Set([portal, ...former]);
  if (own === undefined) return mark ? [ofMark(mark)] : [];
  return mark?.portal === own ? [ofMark(mark)] : [new Set([own]), ...(mark ? [ofMark(mark)] : [])];
}

/**
 * The newest snapshot of one portal that a key opens, on a target that others may use as well: of this portal, else of the one
 * whose mark the target bears, else of the only one there is. A BackupProblem where several are left, where the key opens none,
 * and where there is none, and where one of the future could be older than another one. What is damaged may be what is sought.
 */
export async function newestSnapshot(
  target: BackupTarget,
  { identity, owner, now }: { identity: string; owner: string | undefined; now: Date },
): Promise<string> {
  const { snapshots } = await listSnapshots(target);
  if (snapshots.length === 0) throw new BackupProblem(`In ${target.label} liegt noch kein Backup.`);
  const sought = await ownersIn(target, owner);
  const opened: (Snapshot & { owner: string | undefined })[] = [];
  for (const snapshot of snapshots) {
    const maker = await makerOf(target, snapshot.id, identity);
    if (maker === "otherKey") continue;
    opened.push({ ...snapshot, owner: maker === "damaged" ? undefined : maker.owner });
    // No older one can come before it; when those of the future were made cannot be told.
    if (!isFuture(snapshot.at, now) && isIn(sought[0], opened.at(-1)?.owner)) break;
  }
  const owners = sought.find((group) => opened.some((snapshot) => isIn(group, snapshot.owner)));
  if (!owners) refuseSeveral(target, opened);
  const [found, ...older] = opened.filter(({ owner: maker }) => !owners || maker === undefined || owners.has(maker));
  if (!found) throw new BackupProblem(`Dieser Schlüssel öffnet kein Backup in ${target.label}.`, { code: "wrongKey" });
  const past = isFuture(found.at, now) ? older.find(({ at }) => !isFuture(at, now)) : undefined;
  if (past) refuseFuture(target, found, past);
  return found.id;
}

function refuseFuture({ label }: BackupTarget, future: Snapshot, past: Snapshot): never {
  const [one, other] = [future, past].map(({ id, at }) => `${id} (${formatMoment(at)})`);
  throw new BackupProblem(
    `In ${label} liegt ein Backup mit einem Datum in der Zukunft, ${one}: Die Uhr, nach der es entstand, ging vor, oder die dieses Rechners geht nach. Nenne mit --snapshot, welches du meinst; das neueste andere ist ${other}.`,
  );
}

const isIn = (group: ReadonlySet<string> | undefined, owner: string | undefined) =>
  owner !== undefined && group?.has(owner) === true;

function refuseSeveral({ label }: BackupTarget, opened: readonly (Snapshot & { owner: string | undefined })[]): void {
  const newest = new Map<string, Snapshot>();
  for (const { owner, ...snapshot } of opened) if (owner && !newest.has(owner)) newest.set(owner, snapshot);
  if (newest.size < 2) return;
  const list = [...newest.values()].map(({ id, at }) => `${id} (${formatMoment(at)})`).join(", ");
  throw new BackupProblem(
    `In ${label} liegen Backups mehrerer Portale, die dieser Schlüssel öffnet. Nenne eines mit --snapshot; die neuesten von jedem sind ${list}.`,
  );
}
