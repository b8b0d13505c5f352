import { setTimeout as pause } from "node:timers/promises";
import type { BackupKind, BackupRun } from "../../../contract/backups/backups.ts";
import { backupTargets } from "../../../contract/settings/backup.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { type BackupResult, backUp } from "../../backup/back-up.ts";
import { BackupProblem, backupProblem } from "../../backup/backup-problem.ts";
import { loadHostKey } from "../../backup/host-key.ts";
import { loadOwner } from "../../backup/owner.ts";
import type { TakeOver } from "../../backup/runner.ts";
import { targetId, targetIds } from "../../backup/settings-targets.ts";
import { futureLast, listSnapshots, openManifest } from "../../backup/snapshots.ts";
import { Standstill } from "../../backup/standstill.ts";
import type { TargetConfig } from "../../backup/targets/config.ts";
import { findPlace } from "../../backup/targets/folder-place.ts";
import type { LineOptions } from "../../backup/targets/line.ts";
import { everywhere, openTarget } from "../../backup/targets/open-target.ts";
import type { BackupTarget } from "../../backup/targets/target.ts";
import { tryOut } from "../../backup/try-out.ts";
import { type VerifyResult, verify } from "../../backup/verify.ts";
import { removeWork, sweepWork, workFolderOf } from "../../backup/work-folder.ts";
import type { Db } from "../../db/connection.ts";
import type { DataPlace } from "../../db/data-place.ts";
import type { Environment } from "../../env.ts";
import { openStore } from "../../files/open-store.ts";
import type { Guard } from "../../outbound/guarded-connect.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { findUnreadableSecrets } from "../../settings/unreadable-secrets.ts";
import type { Vault } from "../../vault.ts";
import { readHead } from "../audit-log/chain.ts";
import { findSharedResults } from "../checks/shared-results.ts";
import { cancelled, endRun, isCancelled, noteTargets, renewClaim } from "./claims.ts";
import { admit, type OpenTarget, readRights } from "./known-targets.ts";
import { listSuspects, listUnsent } from "./suspects.ts";
import { noteFuture, sweepIfDue, withRoom } from "./sweep.ts";
import { guardOfSettings, targetsOfSettings } from "./target-config.ts";

/** A portal's data, for whatever backs it up; beside the portal itself or within it. */
export interface BackedUpPortal {
  db: Db;
  vault: Vault;
  signingKey: string;
  env: Pick<Environment, "dataDir" | "s3" | "redis"> & DataPlace;
  now(): Date;
}

export interface RunOrder {
  id: string;
  kind: BackupKind;
  signal: AbortSignal;
  /** In place of what the settings say; chosen by the person at the host, who may reach everything. */
  to?: TargetConfig | undefined;
  recipient?: string | undefined;
  /** Of the targets of the settings, the one that becomes this portal's, whoever's it was. */
  takesOver?: TakeOver | undefined;
  onProgress?: ((progress: NonNullable<BackupRun["progress"]>) => void) | undefined;
}

/** With a backup, what did not work beside it. */
export type RunResult = { backup: BackupResult; notes: string[] } | { test: VerifyResult };

/** Uploads that a test opens, of however many there are. */
const samples = 50;
const renewMs = 1000;
/** So long a run that is to end may take to put away what it has open; a portal that stops waits longer for its process. */
const settleMs = 5000;
/** A target that stands still for so long ends the run; what it waits for has limits of its own, usually shorter ones. */
const standstillMs = 10 * minuteMs;

/** Makes the backup or the test that was claimed; how it ends is kept in its row, and thrown. */
export async function runClaimed(portal: BackedUpPortal, order: RunOrder): Promise<RunResult> {
  const { db, now } = portal;
  const ending = new AbortController();
  const signal = AbortSignal.any([order.signal, ending.signal]);
  let progress: BackupRun["progress"] = null;
  const standstill = new Standstill(standstillMs / renewMs);
  const renew = async () => {
    if (standstill.tick())
      ending.abort(new BackupProblem("Das Ziel hat zehn Minuten lang nichts mehr angenommen oder geliefert."));
    const isOurs = await renewClaim(db, order.id, progress, now()).catch(() => true);
    if (!isOurs) ending.abort(new BackupProblem("Ein anderer Lauf hat diesen abgelöst."));
  };
  const timer = setInterval(() => void renew(), renewMs);
  const onProgress = (next: NonNullable<BackupRun["progress"]>) => {
    progress = next;
    standstill.moved();
    order.onProgress?.(next);
  };
  let making: ReturnType<typeof forEach> | undefined;
  try {
    // Whoever had the claim before has ended, and what it left is nobody's.
    await sweepWork(portal.env.dataDir, order.id);
    const configs = order.to ? [order.to] : await targetsOfSettings(portal);
    await noteTargets(db, order.id, configs.map(targetId));
    const guard = order.to ? everywhere : await guardOfSettings(db);
    const line = { bytesPerSecond: await bandwidth(db), onPass: () => standstill.moved(), signal };
    const place = { guard, line, dataDir: portal.env.dataDir, standstill };
    making = forEach(configs, place, { ...order, signal, onProgress }, (open, its) =>
      order.kind === "backup" ? makeBackup(portal, open, its) : makeTest(portal, open, its),
    );
    // What hangs does not hear that it should end.
    const made = await Promise.race([making, rejectedBy(signal)]);
    await endRun(db, order.id, { faults: [...made.faults, ...made.failures], result: made.result, now: now() });
    if (made.failures.length > 0) throw new BackupProblem([...made.faults, ...made.failures].join(" "));
    if (order.kind === "backup") await callHeartbeat(db, configs);
    return made.run;
  } catch (error) {
    await Promise.race([making?.catch(() => undefined), pause(settleMs, undefined, { ref: false })]);
    await removeWork(portal.env.dataDir, order.id);
    const problem = await reasonOf(error, order, db);
    await endRun(db, order.id, { faults: [problem.message], result: null, now: now() });
    throw problem;
  } finally {
    clearInterval(timer);
  }
}

async function reasonOf(error: unknown, order: RunOrder, db: Db): Promise<Error> {
  if (await isCancelled(db, order.id)) return new BackupProblem(cancelled);
  return order.signal.aborted
    ? new BackupProblem("Der Lauf wurde abgebrochen; der nächste macht dort weiter.")
    : backupProblem(error);
}

const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

interface Made {
  run: RunResult;
  result: BackupRun["result"];
  faults: string[];
}

/** Serves every target, also where one before it failed: what cannot be reached must not cost the copy that can. */
async function forEach(
  configs: readonly TargetConfig[],
  { guard, line, dataDir, standstill }: { guard: Guard; line: LineOptions; dataDir: string; standstill: Standstill },
  order: RunOrder,
  make: (open: OpenTarget, order: RunOrder) => Promise<Made>,
): Promise<Made & { failures: string[] }> {
  const all: Made[] = [];
  const failures: string[] = [];
  const notes: string[] = [];
  const taken: string[] = [];
  for (const config of configs) {
    try {
      if (config.kind === "folder") taken.push(await standstill.during(findPlace(config.path, { dataDir, taken })));
      const target = standstill.watch(await standstill.during(openTarget(config, guard, line)));
      try {
        const made = await make({ config, target }, order);
        const told = (texts: readonly string[] = []) =>
          texts.map((text) => (configs.length === 1 ? text : `${target.label}: ${text}`));
        all.push({ ...made, faults: told(made.faults) });
        notes.push(...told(made.result?.notes));
      } finally {
        await target.close().catch(() => undefined);
      }
    } catch (error) {
      if (order.signal.aborted || configs.length === 1) throw error;
      failures.push(`${nameOf(config)}: ${backupProblem(error).message}`);
    }
  }
  const [first] = all;
  if (!first) throw new BackupProblem(failures.join(" "));
  const faults = all.flatMap((made) => made.faults);
  const run = "test" in first.run ? { test: { ...first.run.test, faults } } : { ...first.run, notes };
  const found = Object.fromEntries(all.flatMap((made) => Object.entries(made.result?.found ?? {})));
  const sentTo = all.flatMap((made) => made.result?.sentTo ?? []);
  const ofKind = "test" in run ? { isDamaged: faults.length > 0, found } : { sentTo, notes };
  const result = first.result && { ...first.result, ...ofKind };
  return { run, result, faults, failures };
}

/** Bytes per second; undefined for as fast as it goes. */
async function bandwidth(db: Db): Promise<number | undefined> {
  const { megabitsPerSecond } = await readSettings(db, "backup");
  return megabitsPerSecond === null ? undefined : (megabitsPerSecond * 1_000_000) / 8;
}

const nameOf = (config: TargetConfig) => (config.kind === "folder" ? config.path : backupTargets[config.kind]);

async function makeBackup(portal: BackedUpPortal, open: OpenTarget, order: RunOrder): Promise<Made> {
  const { db, env, now } = portal;
  const settings = await readSettings(db, "backup");
  const adminRecipient = order.recipient ?? settings.recipient;
  if (!adminRecipient)
    throw new BackupProblem(
      "Es gibt noch keinen Wiederherstellungsschlüssel. Lege ihn unter Einstellungen › Backup an oder mit „techcenter backup-key“.",
    );
  const hostKey = await loadHostKey(env.dataDir);
  const owner = loadOwner(env.dataDir);
  // What a person names is theirs to choose, such as a disk that several portals share.
  if (!order.to) await admit(portal, open, { owner, takesOver: order.takesOver });
  const damaged = await listUnsent({ db, now }, targetId(open.config));
  const sweeping = { db, now, identity: hostKey.identity, owner, signal: order.signal };
  const store = await openStore(env, portal.signingKey);
  const made = await withRoom(open, sweeping, async () =>
    backUp({
      run: order.id,
      dataDir: env.dataDir,
      postgres: env.postgres,
      target: open.target,
      hostKey,
      owner,
      adminRecipient,
      uploads: {
        ...store,
        kind: env.s3 ? "s3" : "folder",
        isIncluded: settings.includesUploads,
      },
      // A portal that is on one node again has what it checks in its own file.
      sharedChecks: env.redis && store.shared && (await findSharedResults({ db }, store.shared)),
      auditHead: (await readHead(db))?.head ?? null,
      now: now(),
      damaged,
      signal: order.signal,
      onProgress: (progress) => order.onProgress?.(progress),
    }),
  );
  const note = await sweepIfDue(open, sweeping, () =>
    order.onProgress?.({ phase: "cleaning", done: 0, total: 0, sentBytes: made.sentBytes }),
  );
  const future = order.to ? undefined : await noteFuture(open.target, now());
  const notes = [note, future].filter((text) => text !== undefined);
  const { id: snapshotId, ...counted } = made;
  const sentTo = settings.includesUploads ? [targetId(open.config)] : [];
  return { run: { backup: made, notes }, result: { snapshotId, ...counted, sentTo, notes }, faults: [] };
}

/** Whoever waits for it wants to know of the targets of the settings. */
async function callHeartbeat(db: Db, configs: readonly TargetConfig[]): Promise<void> {
  const settings = await readSettings(db, "backup");
  const reached = new Set(configs.map(targetId));
  const { heartbeatUrl } = settings;
  if (heartbeatUrl && targetIds(settings).every((id) => reached.has(id)))
    await send({ url: heartbeatUrl, ...(await guardOfSettings(db)) }).catch(() => undefined);
}

async function makeTest(
  { db, env, now }: BackedUpPortal,
  { config, target }: OpenTarget,
  order: RunOrder,
): Promise<Made> {
  order.onProgress?.({ phase: "testing", done: 0, total: 0, sentBytes: 0 });
  const { identity } = await loadHostKey(env.dataDir);
  const test = await verify({
    target,
    identity,
    id: await newestOwn(target, { identity, owner: loadOwner(env.dataDir), now: now() }),
    scratch: workFolderOf(env.dataDir, order.id),
    samples,
    suspects: await listSuspects({ db, now }, targetId(config)),
    postgres: env.postgres,
    tryOut: (place) => tryOut(place, findUnreadableSecrets),
    onProgress: ({ done, total }) => order.onProgress?.({ phase: "testing", done, total, sentBytes: 0 }),
    signal: order.signal,
  });
  const { id: snapshotId, uploads, missing, damaged, faults } = test;
  const found = { [targetId(config)]: { isDamaged: faults.length > 0, damaged } };
  const result = { snapshotId, uploads, bytes: 0, missing, found, newObjects: 0, sentBytes: 0 };
  return { run: { test }, result, faults };
}

/** The newest snapshot but those that are certainly another portal's; undefined where there is none. */
async function newestOwn(
  target: BackupTarget,
  { identity, owner, now }: { identity: string; owner: string; now: Date },
): Promise<string | undefined> {
  const owners = (await readRights(target, owner))?.owners ?? new Set([owner]);
  const { snapshots } = await listSnapshots(target);
  for (const { id } of futureLast(snapshots, now)) {
    const maker = await readOwnerOf(target, id, identity);
    if (maker === undefined || owners.has(maker)) return id;
  }
  return undefined;
}

/** Undefined where the manifest does not tell, or cannot be read: that is for the test to find. */
async function readOwnerOf(target: BackupTarget, id: string, identity: string): Promise<string | undefined> {
  try {
    const { header, close } = await openManifest(target, id, identity);
    await close();
    return header.owner;
  } catch (error) {
    if (error instanceof BackupProblem) return undefined;
    throw error;
  }
}
