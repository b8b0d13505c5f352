import path from "node:path";
import { BackupProblem, isCircumstance } from "./backup-problem.ts";
import type { HostKey } from "./host-key.ts";
import { type ManifestEntry, type ManifestUpload, sound } from "./manifest.ts";
import { fetchManifest, listSnapshots } from "./snapshots.ts";
import type { BackupTarget } from "./targets/target.ts";

interface FormerPlace {
  target: BackupTarget;
  hostKey: HostKey;
  recipients: readonly string[];
  /** Where a manifest is kept while it is read. */
  folder: string;
}

/** The uploads of the last snapshot that the same keys open; undefined where there is no such snapshot. */
export async function findFormerUploads({
  target,
  hostKey,
  recipients,
  folder,
}: FormerPlace): Promise<AsyncGenerator<ManifestEntry> | undefined> {
  const { snapshots } = await listSnapshots(target);
  for (const { id } of snapshots) {
    try {
      const to = path.join(folder, "former-manifest");
      const open = await fetchManifest(target, id, { identity: hostKey.identity, to });
      const { header, entries, close } = await open();
      if (header.recipients.join() === recipients.join()) return sound(entries);
      await close();
    } catch (error) {
      // An unreadable one must not prevent the next backup; the weekly test reports it.
      if (!(error instanceof BackupProblem) || isCircumstance(error)) throw error;
    }
  }
  return undefined;
}

export interface Keyed {
  key: string;
  former: ManifestUpload | undefined;
}

/** Each key with what the last manifest says of it: both come in the order of their keys. */
export async function* withFormer(
  keys: Iterable<string>,
  former: AsyncGenerator<ManifestEntry> | undefined,
): AsyncGenerator<Keyed> {
  try {
    let known = await former?.next();
    for (const key of keys) {
      while (known && !known.done && known.value.key < key) known = await former?.next();
      const entry = known && !known.done && known.value.key === key ? known.value : undefined;
      yield { key, former: entry && !("missing" in entry) ? entry : undefined };
    }
  } finally {
    await former?.return(undefined);
  }
}
