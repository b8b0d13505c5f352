import { minuteMs } from "../time/durations.ts";
import { z } from "../zod.ts";

export const backupKinds = { backup: "Backup", test: "Wiederherstellungstest" } as const;
export type BackupKind = keyof typeof backupKinds;

export const backupPhases = {
  copying: "Datenbank kopieren",
  uploads: "Dateien vergleichen und senden",
  archive: "Archiv senden",
  cleaning: "Alte Backups entfernen",
  testing: "Zurückspielen und vergleichen",
} as const;
export type BackupPhase = keyof typeof backupPhases;

/** Hours after the last success until the admins are told. */
export const alarmAfterHours = 26;
/** Days after the last restore test that ended well until they are told: it is made once a week. */
export const testAlarmAfterDays = 8;

/** How far clocks may be apart. */
const skewMs = 10 * minuteMs;
/** The latest moment that is not in the future, as far as clocks agree. */
export const latestPast = (now: Date) => new Date(now.getTime() + skewMs);
/** Whether a moment is in the future: the clock that named it was ahead, or the one that is asked now is behind. */
export const isFuture = (at: Date, now: Date) => at > latestPast(now);

export const readBackups = z.strictObject({});
export const startBackup = z.strictObject({
  kind: z.enum(["backup", "test"]),
  /** The id of the refusal that the person has read: its target becomes this portal's, and no other one. */
  takesOver: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
});

export const cancelBackup = z.strictObject({ id: z.string().max(100) });
export type StartBackup = z.output<typeof startBackup>;

/** Why a target got no backup. */
export interface BackupRefusal {
  /** Of this target for this reason by this owner: what is refused otherwise has another id. */
  id: string;
  /** Where that is, without secrets. */
  target: string;
  /** Why, and what to do. */
  message: string;
}

export const fingerprintInput = z.strictObject({
  host: z.string().trim().min(1, "Server: Bitte ausfüllen.").max(253),
  port: z.number().int().min(1).max(65535),
});

export interface BackupRun {
  id: string;
  kind: BackupKind;
  startedAt: Date;
  finishedAt: Date | null;
  state: "running" | "done" | "failed";
  /** An admin has ended it; it is `running` until its process is gone. */
  isCancelled: boolean;
  progress: { phase: BackupPhase; done: number; total: number; sentBytes: number } | null;
  /** Why it failed, or what the test found. */
  faults: string[];
  result: {
    snapshotId: string;
    bytes: number;
    uploads: number;
    /** Uploads whose bytes the portal has lost; of a test, when the backup was made. */
    missing: number;
    newObjects: number;
    sentBytes: number;
    /** Of a test that failed: whether a backup is damaged, and not only a target out of reach. */
    isDamaged?: boolean;
    /** What a test has found, by the id of each target that it came to look into. */
    found?: Record<string, { isDamaged: boolean; damaged: string[] }>;
    /** Objects that a test has found to be others than were sent; of a former version, for all targets in one. */
    damaged?: string[];
    /** The ids of the targets where a backup lies now, uploads and all. */
    sentTo?: string[];
    /** Of a backup that is whole: what did not work beside it, in sentences. */
    notes?: string[];
  } | null;
}

/** Whether a test has found that a backup cannot be restored. */
export const hasFoundDamage = (test: BackupRun | null): boolean =>
  test?.state === "failed" && test.result !== null && test.result.isDamaged !== false;

/** How backups stand, as the settings and „System“ show it. */
export interface BackupState {
  /** ok: as it should be; late: too long since the last success; untested: it could not be restored for a test lately; failed: the last test found faults; off: none is made; incomplete: uploads were gone before; noted: something did not work beside the last one. */
  light: "ok" | "late" | "untested" | "failed" | "off" | "incomplete" | "noted";
  /** What that means, and what to do. */
  message: string;
  lastBackup: BackupRun | null;
  lastGoodBackupAt: Date | null;
  lastTest: BackupRun | null;
  lastGoodTestAt: Date | null;
  running: BackupRun | null;
  /** The newest first. */
  runs: BackupRun[];
  nextAt: Date | null;
  /** Where it goes, without secrets. */
  target: string | null;
  /** Of the targets of the settings, until somebody takes them over. */
  refusals: BackupRefusal[];
  /** Where uploads lie, and whether they are copied. */
  uploads: { store: "folder" | "s3"; isIncluded: boolean };
  /** What a command at the host begins with: `./techcenter` or `npm run techcenter --`. */
  command: string;
}
